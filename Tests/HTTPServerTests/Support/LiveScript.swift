import HTTP
import Synchronization

/// The content of an endless stream. A test adds to it at any time, and each client gets all of it.
final class LiveScript: Sendable {
    private struct State {
        var parts: [String] = []
        var fills = 0
        var ends = false
        var saysMoreOfNothing = false
    }

    private let state = Mutex(State())

    init(_ parts: String...) {
        state.withLock { $0.parts = parts }
    }

    /// The number of times that a stream was polled.
    var fills: Int { state.withLock { $0.fills } }

    func add(_ part: String) { state.withLock { $0.parts.append(part) } }

    /// Ends the streams after their current content.
    func end() { state.withLock { $0.ends = true } }

    /// Makes the streams return `.more` without output.
    func lie() { state.withLock { $0.saysMoreOfNothing = true } }

    fileprivate func part(_ number: Int) -> (text: String?, step: StreamStep) {
        state.withLock { state in
            state.fills += 1
            if number < state.parts.count { return (state.parts[number], .more) }
            return (nil, state.ends ? .end : state.saysMoreOfNothing ? .more : .wait)
        }
    }
}

/// One client's position in a script. The heartbeat is a dot.
final class LiveStream: ResponseStream {
    private let script: LiveScript
    private var next = 0

    init(_ script: LiveScript) {
        self.script = script
    }

    var isLive: Bool { true }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        let (text, step) = script.part(next)
        if let text {
            response.body.append(text: text)
            next += 1
        }
        return step
    }

    func heartbeat(_ body: inout ByteWriter) {
        body.append(".")
    }
}
