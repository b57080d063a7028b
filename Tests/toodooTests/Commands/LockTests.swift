import Foundation
import TestSupport
import Testing

@testable import toodoo

@Suite struct `While a database is being restored` {
    @Test(arguments: [
        ["serve", "--port", "0"], ["import", "-"], ["export"], ["backup", "/dev/null/copy"],
        ["check"], ["migrate"],
    ])
    func `nobody else begins to use it`(words: [String]) throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        let restore = try DatabaseUse(replacing: world.database)

        let ending = try Program(words + ["--db", world.database]).refusal()
        restore.end()

        #expect(
            ending
                == .failure(
                    1, "\(world.database) is being restored; try again when that is done"))
        #expect(try world.run("check").code == 0)
    }

    @Test func `a second restore is refused`() throws {
        let world = try CommandWorld()
        let copy = world.folder.file("copy.sqlite")
        _ = try world.run("import", "-", input: #"[{"title":"a"}]"#)
        _ = try world.run("backup", copy)
        let restore = try DatabaseUse(replacing: world.database)

        let ending = try world.run("restore", copy)
        restore.end()

        #expect(ending.code == 1)
        #expect(ending.error.contains("is in use"))
    }
}

@Suite struct `A share in a database` {
    @Test func `is had by several at once, and keeps a restore away until the last one ends`()
        throws
    {
        let world = try CommandWorld()
        let shares = [
            try DatabaseUse(makingFolderOf: world.database),
            try DatabaseUse(makingFolderOf: world.database),
        ]

        shares[0].end()
        let early = #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseUse(replacing: world.database)
        }
        shares[1].end()
        let late = try DatabaseUse(replacing: world.database)
        late.end()

        #expect(early != nil)
    }

    @Test func `of a link is one in the database behind it`() throws {
        let world = try CommandWorld()
        _ = try world.run("import", "-", input: "[]")
        let link = world.folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: world.database)

        let share = try DatabaseUse(makingFolderOf: link)
        let refusal = #expect(throws: CommandFailure.inUse(world.database)) {
            try DatabaseUse(replacing: world.database)
        }
        share.end()

        #expect(refusal != nil)
        #expect(share.path == resolved(world.database))
    }
}
