/// A range in a connection's buffer; a request is described by ranges and not copied.
///
/// Every range from the parser satisfies `start <= end`.
@usableFromInline
package struct ByteRange: Hashable, Sendable {
    /// The index of the first byte.
    @usableFromInline package var start: Int
    /// The index after the last byte.
    @usableFromInline package var end: Int

    /// The range from `start` up to, but not including, `end`.
    @inlinable
    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    @inlinable package var count: Int { end &- start }
    @inlinable package var isEmpty: Bool { start == end }
}
