/// How much waits, and how much is written at once.
package struct WriteLimits: Sendable {
    /// All owners' together; one has half of it at most.
    package var queuedWrites = 8_192
    package var queuedBytes = 128 << 20
    package var batchWrites = 512
    package var batchBytes = 8 << 20
    package var addresses = 256
    package var accountJobs = 1_024
    /// How many milliseconds are between two turns that nobody's write has begun.
    package var erasePause = 10

    /// The defaults.
    package init() {}
}
