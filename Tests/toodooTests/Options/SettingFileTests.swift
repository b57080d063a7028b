import CommandLine
import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `An option in a file` {
    @Test(arguments: ["my items.sqlite", "my items.sqlite\n", "my items.sqlite\r\n"])
    func `is the one line of the file`(text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(text.utf8), to: "db")

        #expect(try SettingFile.value(in: folder.file("db")) == "my items.sqlite")
    }

    @Test(arguments: [
        ("a\nb\n", SettingFile.Failure.manyLines), ("a\n\n", .manyLines), ("a\0b", .manyLines),
        (String(repeating: "a", count: 65_537), .tooLong),
    ])
    func `is nothing else`(text: String, failure: SettingFile.Failure) throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(text.utf8), to: "db")
        try folder.write([0xFF], to: "bytes")

        #expect(throws: failure) { try SettingFile.value(in: folder.file("db")) }
        #expect(throws: SettingFile.Failure.notText) {
            try SettingFile.value(in: folder.file("bytes"))
        }
    }

    @Test func `is read by the server and by commands`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"Milk"}]"#)
        try world.folder.write(Array("\(world.database)\n".utf8), to: "secret")
        let environment = ["TOODOO_DB_FILE": world.folder.file("secret")]

        let export = try Program(["export"], environment: environment).ending()
        let config = try Program(["serve", "--print-config"], environment: environment).ending()

        #expect(export.output.contains("Milk"))
        #expect(config.error == "")
        let line = config.output.split(separator: "\n").first { $0.hasPrefix("--db") }
        #expect(line?.contains(world.database) == true)
        #expect(line?.hasSuffix(" TOODOO_DB_FILE") == true)
    }

    @Test func `is refused beside its variable, and if it cannot be read`() throws {
        let both = try Program(
            ["export"], environment: ["TOODOO_DB": "a", "TOODOO_DB_FILE": "/nowhere"]
        ).ending()
        let missing = try Program(["export"], environment: ["TOODOO_DB_FILE": "/nowhere"]).ending()

        #expect(
            both == .failure(64, "TOODOO_DB and TOODOO_DB_FILE are both set; remove one"))
        #expect(missing.code == 64)
        #expect(
            missing.error.hasPrefix("toodoo: TOODOO_DB_FILE: /nowhere cannot be read: "),
            "\(missing.error)")
    }

    @Test func `of an unknown name is reported`() {
        let names = UnknownVariables.names([
            ("TOODOO_DB_FILE", "x"), ("TOODOO_NEWS_FILE", "x"), ("TOODOO_FILE", "x"),
        ])

        #expect(names == ["TOODOO_FILE", "TOODOO_NEWS_FILE"])
    }
}
