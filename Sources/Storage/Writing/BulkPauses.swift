/// The pauses between the bulk writes of each owner, while other writes arrive.
struct BulkPauses {
    private struct Pause {
        /// Its end, in nanoseconds since boot.
        var end: UInt64 = 0
        /// The number of other writes when the owner's last bulk write was taken.
        let others: Int
    }

    /// The pauses that were not over when the last bulk write was taken.
    private var pauses: [Int: Pause] = [:]
    /// The number of other writes that have arrived.
    private var others = 0
    /// The time at which the writer will be started because a pause ends.
    private var planned: UInt64?

    /// Another write than a bulk write arrives.
    mutating func noteOther() { others += 1 }

    /// A bulk write is taken, while others wait or not.
    mutating func take(of owner: Int, hasOthers: Bool, at now: UInt64) {
        pauses = pauses.filter { now < $0.value.end }
        pauses[owner] = Pause(others: hasOthers ? others - 1 : others)
    }

    /// Begins the pause after a bulk write that was taken: three times its duration.
    mutating func begin(of owner: Int, afterWriteFrom began: UInt64, to ended: UInt64) {
        pauses[owner]?.end = ended + 3 * (ended - began)
    }

    /// Whether the bulk writes of an owner wait.
    func hold(_ owner: Int, at now: UInt64) -> Bool {
        guard let pause = pauses[owner] else { return false }
        return now < pause.end && others > pause.others
    }

    /// When to start the writer for the bulk writes of these owners; nil without any, or when it
    /// will be started by then.
    mutating func plan(for owners: some Sequence<Int>) -> UInt64? {
        let next = owners.lazy.map { [pauses] in pauses[$0]?.end ?? 0 }.min()
        guard let next, planned.map({ next < $0 }) ?? true else { return nil }
        planned = next
        return next
    }

    /// The writer is started at a planned time.
    mutating func start(at time: UInt64) {
        if planned == time { planned = nil }
    }
}
