import TestSupport

/// The ways in which a row's bytes reach the server, which must not matter.
enum Delivery: CaseIterable, Sendable {
    case inOnePiece
    /// The server processes each byte before the next one is sent. Long requests are sent in a few
    /// hundred pieces.
    case inSingleBytes

    /// Sends the bytes of a row's text.
    func send(_ text: String, to world: ServerWorld, by client: WireClient) throws {
        let bytes = text.latin1
        switch self {
        case .inOnePiece: try client.send(bytes)
        case .inSingleBytes:
            let size = max(1, bytes.count / 300)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try client.send(Array(bytes[start..<min(start + size, bytes.count)]))
                try world.round()
            }
        }
    }
}
