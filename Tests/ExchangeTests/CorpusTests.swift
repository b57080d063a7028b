import Exchange
import Items
import FoundationEssentials
import TestSupport
import Testing

/// The files of other programs in Tests/ExchangeTests/Files, each with what is made of it.
enum Files {
    static let names = [
        "todoist.csv", "ticktick.csv", "google.json", "nextcloud.ics", "spreadsheet.csv",
        "semicolons.csv",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func url(_ name: String) -> URL { folder.appending(path: name) }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Files")
}

@Suite struct `A file of another program` {
    /// `UPDATE_FILES=1` writes what is made of the files, to be read before it is committed.
    private static let updates = numberFromEnvironment("UPDATE_FILES") == 1

    @Test(arguments: Files.names)
    func `becomes these items, and tells what they do not have`(name: String) throws {
        let made = try imported(Files.bytes(name)).text

        let expected = Files.url(name + ".txt")
        if Self.updates { try Data(made.utf8).write(to: expected) }
        #expect(made == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    }

    @Test(arguments: Files.names)
    func `has the same ids each time, and all of them differ`(name: String) throws {
        let once = try imported(Files.bytes(name))
        let again = try imported(Files.bytes(name))

        #expect(once == again)
        #expect(Set(once.items.map(\.id)).count == once.items.count)
    }

    @Test(arguments: Files.names)
    func `in UTF-16 is the same`(name: String) throws {
        let bytes = try Files.bytes(name)
        let units = Array(String(decoding: bytes, as: UTF8.self).utf16)
        let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }

        let expected = try imported(bytes)

        #expect(try imported([0xFF, 0xFE] + little) == expected)
        #expect(try imported([0xFE, 0xFF] + big) == expected)
        #expect(try imported([0xEF, 0xBB, 0xBF] + bytes) == expected)
    }

    @Test(arguments: Files.names)
    func `with line feeds alone, or carriage returns alone, is the same`(name: String) throws {
        let text = String(decoding: try Files.bytes(name), as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")

        let expected = try imported(Files.bytes(name))

        #expect(try imported(text) == expected)
        #expect(try imported(text.split { $0 == "\n" }.joined(separator: "\r")).items.count > 0)
    }
}
