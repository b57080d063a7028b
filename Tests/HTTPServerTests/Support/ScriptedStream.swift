import HTTP

/// Content in fixed parts.
final class ScriptedStream: BodyStream {
    private var parts: ArraySlice<String>
    private let fails: Bool
    private let lasting: @Sendable () -> Void

    init(_ parts: [String], fails: Bool, _ lasting: @escaping @Sendable () -> Void) {
        self.parts = parts[...]
        self.fails = fails
        self.lasting = lasting
    }

    func fill(_ body: inout ByteWriter) -> StreamStep {
        lasting()
        guard let part = parts.popFirst() else { return fails ? .failed : .end }
        body.append(text: part)
        return .more
    }
}
