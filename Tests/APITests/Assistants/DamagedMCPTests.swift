import APITestSupport
import TestSupport
import Testing

@Suite struct `Damaged messages of assistants` {
    private static let bodies = [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_items","arguments":{"items":[{"title":"Tea","due":"2026-12-04T17:00:00.5+01:00","repeat":{"frequency":"weekly","byDay":["mo"]},"location":{"name":"a","coordinate":{"latitude":1,"longitude":2}}}],"key":"k"}}}"#,
        #"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{\#(MCPClient.meta),"name":"change_items","arguments":{"changes":[{"id":"\#(uuid(1))","due":"2026-12-04","title":null,"ifRevision":"1"}]}}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_items","arguments":{"text":"a","dueFrom":"2026-12-04","dueTo":"2026-12-05","timeZone":"UTC","limit":5,"cursor":"00"}}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"undo","arguments":{"revision":"1"}}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
    ]

    @Test(arguments: bodies)
    func `get an answer of the protocol, whatever they are`(body: String) {
        let world = APIWorld()
        let client = MCPClient(client: world.client)
        let whole = Array(body.utf8)
        var random = SplitMix64(seed: whole)

        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
                case 2: bytes.insert(Self.pieces.randomElement(using: &random) ?? 0, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                }
                if bytes.isEmpty { bytes = whole }
            }
            let damaged = String(decoding: bytes, as: UTF8.self)

            let response = client.post(damaged)

            #expect([200, 202, 400, 404].contains(response.status), "\(damaged)")
            let json = response.json
            let isAnswer = json["result"] != nil || json["error"]?["code"] != nil
            #expect(isAnswer == (response.status != 202), "\(damaged): \(response)")
        }
        #expect(world.reports.all == [])
    }

    private static let pieces = Array("{}[]\",:\\0n-T".utf8)
}
