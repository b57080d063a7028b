import HTTP

/// Content in fixed parts.
final class ScriptedStream: ResponseStream {
    private var parts: ArraySlice<String>
    private let fails: Bool
    private let lasting: @Sendable () -> Void

    init(_ parts: [String], fails: Bool = false, _ lasting: @escaping @Sendable () -> Void = {}) {
        self.parts = parts[...]
        self.fails = fails
        self.lasting = lasting
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        lasting()
        guard let part = parts.popFirst() else { return fails ? .failed : .end }
        response.body.append(text: part)
        return .more
    }
}

/// A greeting, once a condition holds. Each part tests the condition.
final class ScriptedSearch: ResponseStream {
    private let isFound: @Sendable () -> Bool

    init(_ isFound: @escaping @Sendable () -> Bool) {
        self.isFound = isFound
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        guard isFound() else { return .more }
        response.start(.ok)
        response.body.append(text: "hello")
        response.finish()
        return .end
    }
}

/// A stream that needs an arrival for its head, and for each part.
final class LateStream: ResponseStream {
    private let stream: any ResponseStream
    private let handle: RequestHandle
    private let arrivals: ScriptedArrivals
    private var hasHead = false
    private var isAsking = false
    private let hasArrived = Box(false)

    init(_ stream: any ResponseStream, _ handle: RequestHandle, _ arrivals: ScriptedArrivals) {
        self.stream = stream
        self.handle = handle
        self.arrivals = arrivals
    }

    var isLive: Bool { stream.isLive }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        guard hasArrived.value else {
            ask()
            return .wait
        }
        hasArrived.value = false
        isAsking = false
        if !hasHead {
            response.startParts(.ok)
            response.finishHead()
            hasHead = true
        }
        return stream.fill(&response)
    }

    func heartbeat(_ body: inout ByteWriter) { stream.heartbeat(&body) }

    private func ask() {
        guard !isAsking else { return }
        isAsking = true
        arrivals.ask { [handle, hasArrived] requests in
            hasArrived.value = true
            requests.resume(handle)
        }
    }
}
