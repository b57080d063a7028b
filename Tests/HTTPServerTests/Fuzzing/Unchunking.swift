import HTTP

/// The result of a decoder for a body in these parts.
struct Unchunking {
    private(set) var body: [UInt8] = []
    /// The last result, with the number of bytes consumed since the first one.
    private(set) var progress = ChunkedDecoder.Progress.needsMore(consumed: 0)
    /// Whether the decoder returns the same when it is called again.
    private(set) var repeats = true

    init(_ parts: [[UInt8]], limit: Int) {
        var decoder = ChunkedDecoder()
        var used = 0
        for part in parts {
            switch decoder.decode(part.span, from: 0, into: &body, limit: limit) {
            case .needsMore(let consumed):
                used += consumed
                progress = .needsMore(consumed: used)
                continue
            case .done(let consumed): progress = .done(consumed: used + consumed)
            case .bad(let fault): progress = .bad(fault)
            case .tooLarge: progress = .tooLarge
            }
            break
        }
        let before = body.count
        let again = decoder.decode([0x30].span, from: 0, into: &body, limit: limit)
        switch progress {
        case .needsMore: body.removeLast(body.count - before)
        case .done: repeats = again == .done(consumed: 0) && body.count == before
        case .bad, .tooLarge: repeats = again == progress && body.count == before
        }
    }
}
