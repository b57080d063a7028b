import Foundation
import Glibc
import TestSupport
import Testing

/// A database in the folder of a service's user, where root runs commands. Only root may enter the
/// folder above it, as under systemd.
final class ServiceFolder {
    static let user = 47_110
    static let group = 47_111

    /// What is root's alone.
    let root: TemporaryFolder
    /// The service's folder.
    let path: String
    let database: String

    /// `items` are the titles of items in the database; nil makes none.
    init(items: [String]? = ["Milk"]) throws {
        root = try TemporaryFolder()
        path = root.file("svc")
        database = path + "/items.sqlite"
        try root.write(Array("secret".utf8), to: "shadow")
        for (name, mode) in [("shadow", 0o600), (".", 0o700)] {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: root.file(name))
        }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try give("svc")
        guard let items else { return }
        let lines = items.map { #"{"title":"\#($0)"}"# }.joined(separator: "\n")
        try root.write(Array(lines.utf8), to: "items.ndjson")
        try #require(try run("import", root.file("items.ndjson")).code == 0)
    }

    /// Runs a command as root to its end; one that waits for a pipe is ended.
    func run(_ words: String..., input: String = "") throws -> Program.Ending {
        try run(words, input: input)
    }

    func run(_ words: [String], input: String = "") throws -> Program.Ending {
        try root.write(Array(input.utf8), to: "input")
        let file = try #require(FileHandle(forReadingAtPath: root.file("input")))
        return try Program(
            words + (words.contains("--from") ? [] : ["--db", database]),
            launcher: ["--default-signal", "timeout", "20"], input: file
        ).ending()
    }

    /// Gives a file to the service's user, a link itself.
    func give(_ name: String) throws {
        try #require(
            unsafe lchown(root.file(name), uid_t(Self.user), gid_t(Self.group)) == 0)
    }

    /// Puts a journal beside a database that names root's file.
    func plantJournal(beside name: String) throws {
        let size = try root.read("svc/\(name)").count
        try root.write(
            .hotJournal(of: size, superJournal: root.file("shadow")), to: "svc/\(name)-journal")
        try give("svc/\(name)-journal")
    }

    func plantLink(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.file("svc/\(name)"), withDestinationPath: target)
        try give("svc/\(name)")
    }

    /// User, group and mode of a file.
    func owner(of name: String) throws -> [Int?] {
        let all = try FileManager.default.attributesOfItem(atPath: root.file(name))
        return [.ownerAccountID, .groupOwnerAccountID, .posixPermissions].map { all[$0] as? Int }
    }

    /// What root's file is, which no command may change.
    var isSecretUntouched: Bool {
        get throws {
            guard root.holds("shadow") else { return false }
            return try root.read("shadow") == Array("secret".utf8)
                && owner(of: "shadow")[0] == 0
        }
    }

    func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path))
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    }
}
