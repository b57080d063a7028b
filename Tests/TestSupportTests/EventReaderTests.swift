import TestSupport
import Testing

@Suite struct `A reader of events` {
    @Test(arguments: [
        ("data: a\n\n", ["message|a|"]), ("data:a\n\n", ["message|a|"]),
        ("data:  a\n\n", ["message| a|"]), ("data: a\ndata: b\n\n", ["message|a\nb|"]),
        ("data\n\n", ["message||"]), ("event: x\n\n", []), ("data: a\n", []),
        ("event: x\ndata: a\n\ndata: b\n\n", ["x|a|", "message|b|"]),
        ("id: 1\ndata: a\n\ndata: b\n\n", ["message|a|1", "message|b|1"]),
        ("id: 1\ndata: a\n\nid\ndata: b\n\n", ["message|a|1", "message|b|"]),
        ("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", ["message|a|1", "message|b|1"]),
        ("id: 1\n\ndata: b\n\n", ["message|b|1"]), (": data: a\n\n", []),
        ("data: a\r\n\r\n", ["message|a|"]),
        ("data: a\r\rdata: b\r\r ", ["message|a|", "message|b|"]),
        ("data: a:b\nnonsense: x\n\n", ["message|a:b|"]), ("\u{FEFF}data: a\n\n", ["message|a|"]),
    ])
    func `follows the standard for any fragmentation`(text: String, events: [String]) {
        for size in 1...7 {
            var reader = EventReader()

            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                reader.read(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }

            #expect(reader.events.map { "\($0.type)|\($0.data)|\($0.lastID)" } == events)
        }
    }
}
