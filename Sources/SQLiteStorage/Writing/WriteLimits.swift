/// How much waits, and how much is written at once.
package struct WriteLimits: Sendable {
    /// All owners' together; one has half of it at most.
    package var waiting = 8_192
    package var waitingBytes = 128 << 20
    package var together = 512
    package var togetherBytes = 8 << 20
    package var addresses = 256
    package var changes = 1_024
    /// How many milliseconds are between two turns that nobody's write has begun.
    package var turnPause = 10

    /// The defaults.
    package init() {}
}
