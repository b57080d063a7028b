import TestSupport

/// How a row's bytes reach the server: it must not matter.
enum Delivery: CaseIterable, Sendable {
    case inOnePiece
    /// The server has looked at each byte before the next one is sent; of long requests, at a few
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
