/// Looking at stretches of a buffer as ASCII text.
///
/// A `StaticString` gives out its bytes only by pointer. That pointer is read in this file alone,
/// below `utf8CodeUnitCount`, and never leaves it.
extension Span where Element == UInt8 {
    /// The bytes of a range that was found in this span.
    @inlinable
    @_lifetime(copy self)
    package func slice(_ range: ByteRange) -> Span<UInt8> {
        extracting(range.start..<range.end)
    }

    /// Whether these are exactly the bytes of the other span.
    @inlinable
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    /// Whether these are exactly the bytes of the literal.
    @inlinable
    package func equals(_ literal: StaticString) -> Bool {
        precondition(literal.hasPointerRepresentation)
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in indices where unsafe self[index] != literal.utf8Start[index] { return false }
        return true
    }

    /// Whether these are the bytes of the literal when `A` and `a` are taken to be the same.
    package func equalsIgnoringCase(_ literal: StaticString) -> Bool {
        precondition(literal.hasPointerRepresentation)
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in indices {
            let (byte, other) = unsafe (self[index], literal.utf8Start[index])
            if byte == other { continue }
            guard byte ^ other == 0x20, byte.lowercased == other.lowercased else { return false }
        }
        return true
    }

    /// The same of another span.
    package func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].lowercased != other[index].lowercased {
            return false
        }
        return true
    }
}
