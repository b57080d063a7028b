import Foundation
import Glibc
import TestSupport
import Testing

/// A database in the folder of a user other than root, who can put anything there.
final class ServiceFolder {
    static let user = 47_110

    /// A folder of root, with a database of root.
    let root: TemporaryFolder
    let ownDatabase: String
    /// The other user's folder in root's folder.
    let path: String
    let database: String

    init() throws {
        root = try TemporaryFolder()
        ownDatabase = root.file("own.sqlite")
        path = root.file("svc")
        database = path + "/items.sqlite"
        try root.write(Array("secret".utf8), to: "shadow")
        try root.write(Array(#"[{"title":"Milk"}]"#.utf8), to: "items.json")
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        for name in ["own.sqlite", "svc/items.sqlite"] {
            try root.write(Self.sample.get(), to: name)
            try root.write([], to: name + ".lock")
        }
        for name in ["svc", "svc/items.sqlite", "svc/items.sqlite.lock"] { try give(name) }
    }

    /// A database with an item, which is made once.
    private static let sample = Result {
        let world = try CommandWorld()
        try #require(try world.run("import", "-", input: #"[{"title":"Milk"}]"#).code == 0)
        return try world.folder.read("items.sqlite")
    }

    /// Runs a command as root to its end. `../x` is a file of root, `svc/x` one of the other user.
    func run(_ command: String, on database: String? = nil) throws -> Program.Ending {
        try end(words(command, on: database))
    }

    /// The program's refusal of a path.
    func refusal(of path: String, _ command: String, on database: String? = nil) -> Program.Ending {
        .failure(
            1,
            "\(path) is controlled by user '#\(Self.user)', so root does not use it; "
                + "type setpriv --reuid=\(Self.user) --clear-groups toodoo "
                + words(command, on: database).joined(separator: " "))
    }

    /// Gives a file to the other user. If it is a link, the link itself is given.
    func give(_ name: String) throws {
        try #require(unsafe lchown(root.file(name), uid_t(Self.user), gid_t(Self.user)) == 0)
    }

    /// Makes a link of the other user.
    func plantLink(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.file(name), withDestinationPath: target)
        try give(name)
    }

    /// Puts a journal that names root's file next to a database.
    func plantJournal() throws {
        let size = try root.read("svc/items.sqlite").count
        try root.write(
            .hotJournal(of: size, superJournal: root.file("shadow")),
            to: "svc/items.sqlite-journal")
        try give("svc/items.sqlite-journal")
    }

    /// The names of all files.
    func names() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: root.path))
    }

    private func words(_ command: String, on database: String?) -> [String] {
        let words = command.split(separator: " ").map { word in
            word.hasPrefix("../")
                ? root.file(String(word.dropFirst(3)))
                : word.hasPrefix("svc/") ? root.file(String(word)) : String(word)
        }
        return words + (words.contains("--from") ? [] : ["--db", database ?? self.database])
    }

    /// Runs a command, and ends it if it serves or waits for a pipe.
    private func end(_ words: [String]) throws -> Program.Ending {
        // Whether this machine has sudo decides nothing.
        let launcher = ["--default-signal", "PATH=/none", "/usr/bin/timeout", "20"]
        return try Program(words, launcher: launcher).ending()
    }
}
