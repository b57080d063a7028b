/// The pause between bulk writes, while other writes arrive.
struct BulkPause {
    /// Its end, in nanoseconds since boot.
    private(set) var end: UInt64 = 0
    /// Whether other writes arrived since the last bulk write was taken.
    var hadOthers = false
    /// Whether the writer will be started at its end.
    var isPlanned = false

    /// Begins a pause of three times the duration of a bulk write.
    mutating func begin(afterWriteFrom began: UInt64, to ended: UInt64) {
        end = ended + 3 * (ended - began)
    }

    /// Whether bulk writes wait.
    func holds(at now: UInt64) -> Bool { hadOthers && now < end }
}
