/// The trace context of a request, from its `traceparent` field (w3.org/TR/trace-context).
///
///     00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
///     ^  ^                                ^                ^
///     version  trace                      parent           flags
///
/// Digits are hexadecimal and in lower case. An unknown version may continue after a dash.
package struct TraceParent: Equatable, Sendable {
    /// The two halves of the trace id, which is not 0.
    private let high: UInt64
    private let low: UInt64
    private let flags: UInt8

    /// The flags that are passed on: sampled, and random trace id.
    private static let knownFlags: UInt8 = 0b11
    /// The length of version 00, and the minimum of any version.
    private static let length = 55

    /// Parses a field value; nil if it is invalid, which the server treats as absent.
    package init?(_ value: Span<UInt8>) {
        guard value.count >= Self.length, value[2] == Self.dash, value[35] == Self.dash,
            value[52] == Self.dash, let version = Self.number(value, 0..<2), version != 0xFF,
            value.count == Self.length || version > 0 && value[Self.length] == Self.dash,
            let high = Self.number(value, 3..<19), let low = Self.number(value, 19..<35),
            let parent = Self.number(value, 36..<52), let flags = Self.number(value, 53..<55),
            high | low != 0, parent != 0
        else { return nil }
        self.high = high
        self.low = low
        self.flags = UInt8(truncatingIfNeeded: flags) & Self.knownFlags
    }

    /// Appends the 32 digits of the trace id.
    package func writeTrace(to bytes: inout ByteWriter) {
        bytes.append(hexadecimal: high, digits: 16)
        bytes.append(hexadecimal: low, digits: 16)
    }

    /// The value for an outgoing request with the parent id `parent`, which is not 0.
    package func child(_ parent: UInt64) -> String {
        precondition(parent != 0)
        var bytes = ByteWriter(capacity: Self.length)
        bytes.append("00-")
        writeTrace(to: &bytes)
        bytes.append("-")
        bytes.append(hexadecimal: parent, digits: 16)
        bytes.append("-")
        bytes.append(hexadecimal: UInt64(flags), digits: 2)
        return String(copying: bytes)
    }

    private static let dash = UInt8(ascii: "-")

    private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            default: return nil
            }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

extension Request {
    /// The trace context, if the request has exactly one valid `traceparent`.
    package var trace: TraceParent? { head.trace(in: bytes) }
}

extension RequestHead {
    /// The trace context, if the head has exactly one valid `traceparent`.
    package func trace(in bytes: Span<UInt8>) -> TraceParent? {
        guard let range = first(.traceparent), count(of: .traceparent) == 1 else { return nil }
        return TraceParent(bytes.slice(range))
    }
}
