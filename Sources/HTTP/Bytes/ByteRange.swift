/// A stretch of a connection's buffer, so that a request is described without copying any of it.
///
/// `start <= end` holds for every range the parser hands out.
@usableFromInline
package struct ByteRange: Hashable, Sendable {
    /// The index of the first byte.
    @usableFromInline package var start: Int
    /// The index after the last byte.
    @usableFromInline package var end: Int

    /// The stretch from `start` up to, and without, `end`.
    @inlinable
    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// How many bytes the stretch has.
    @inlinable package var count: Int { end &- start }
    /// Whether there is no byte in it.
    @inlinable package var isEmpty: Bool { start == end }
}
