/// Connections of low priority are handled after the others.
extension Connection {
    /// The largest response, in bytes, that keeps normal priority.
    private static let longestPriorityResponse = 32_768
    /// Microseconds of work in one turn that lower the priority.
    private static let longestPriorityWork = 1_000

    /// Sets the priority by a response, or a part of a stream, that was written.
    func prioritize(afterResponse bytes: Int) {
        isLowPriority = streamed != nil || bytes > Self.longestPriorityResponse
    }

    /// Lowers the priority if a turn took long.
    func prioritize(afterWork microseconds: Int) {
        if microseconds >= Self.longestPriorityWork { isLowPriority = true }
    }
}
