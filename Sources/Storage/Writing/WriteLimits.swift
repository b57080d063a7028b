/// The limits of the write queue and of a batch.
package struct WriteLimits: Sendable {
    /// For all owners; one owner gets half at most.
    package var queuedWrites = 8_192
    package var queuedBytes = 128 << 20
    package var batchWrites = 512
    package var batchBytes = 8 << 20
    package var addresses = 256
    package var accountJobs = 1_024
    /// The pause between two maintenance steps, in milliseconds.
    package var erasePause = 10
    /// The pause before a step that searches for expired rows, in milliseconds.
    package var idlePause = 3_600_000

    package init() {}
}
