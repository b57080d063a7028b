/// Comparisons of spans with ASCII text.
///
/// A `StaticString` exposes its bytes only by pointer. Only this file reads that pointer, below
/// `utf8CodeUnitCount`.
extension Span where Element == UInt8 {
    @inlinable
    @_lifetime(copy self)
    package func slice(_ range: ByteRange) -> Span<UInt8> {
        extracting(range.start..<range.end)
    }

    /// Whether the bytes equal those of the other span.
    @inlinable
    package func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    @inlinable
    package func equals(_ literal: StaticString) -> Bool {
        precondition(literal.hasPointerRepresentation)
        guard count == literal.utf8CodeUnitCount else { return false }
        for index in indices where unsafe self[index] != literal.utf8Start[index] { return false }
        return true
    }

    /// Whether the bytes equal the literal, ignoring ASCII case.
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

    /// Whether the bytes equal those of the other span, ignoring ASCII case.
    package func equalsIgnoringCase(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index].lowercased != other[index].lowercased {
            return false
        }
        return true
    }
}
