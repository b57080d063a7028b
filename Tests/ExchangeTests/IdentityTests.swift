import Exchange
import Items
import Testing

@Suite struct `The id of an imported item` {
    private static func ids(_ text: String) throws -> [ItemID] {
        try imported(text).items.map(\.id)
    }

    /// The digest of `printf 'toodoo/import\0csv\0Milk\x1f2026-12-04' | sha256sum`.
    @Test func `is a UUID of version 8 of its row`() throws {
        let ids = try Self.ids("title,x,due\n Milk ,,2026-12-04\n")

        #expect(ids == [ItemID(high: 0xCD97_02E2_61B4_8D21, low: 0x9D78_615B_77DC_6EED)])
    }

    /// The digest of `printf 'toodoo/import\0icalendar\0SUMMARY:ab\x1fX-A:b' | sha256sum`.
    @Test func `without its own is of the unfolded lines`() throws {
        let ids = try Self.ids(
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:a\r\n b\r\nX-A:b\r\nEND:VTODO\r\n")

        #expect(ids == [ItemID(high: 0x154C_483E_0885_852B, low: 0xB3FE_60CE_2627_4976)])
    }

    @Test func `is that of its number where rows are equal`() throws {
        let ids = try Self.ids("title\na\na\nb\na\n")
        let fewer = try Self.ids("title\na\nb\n")

        #expect(Set(ids).count == 4)
        #expect(fewer == [ids[0], ids[2]])
    }

    @Test func `is that of its program's id, whatever else has changed`() throws {
        let calendar = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:"
        let a = try Self.ids(calendar + "a\nEND:VTODO\n")
        let b = try Self.ids(calendar + "b\nDUE:20261204\nEND:VTODO\n")

        #expect(a == b)
    }

    @Test func `differs between formats`() throws {
        let row = "TYPE,CONTENT\ntask,a\n"
        let todoist = try imported(row, as: .todoist).items.map(\.id)
        let csv = try imported(row, as: .csv).items.map(\.id)

        #expect(todoist != csv)
    }

    @Test func `does not depend on notes below a row, its section or today`() throws {
        let plain = try Self.ids("TYPE,CONTENT\ntask,a\n")
        let more = try Self.ids("TYPE,CONTENT\nsection,b\ntask,a\nnote,c\n")

        #expect(plain == more)
    }
}
