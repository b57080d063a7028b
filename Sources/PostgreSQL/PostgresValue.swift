/// A value that a command can send, in PostgreSQL's binary format: big endian, without a length.
package protocol PostgresValue {
    /// The type's number (pg_type.dat).
    static var type: UInt32 { get }
    static var arrayType: UInt32 { get }
    func write(to bytes: inout [UInt8])
}

extension Int: PostgresValue {
    @inlinable package static var type: UInt32 { 20 }
    @inlinable package static var arrayType: UInt32 { 1016 }
    @inlinable
    package func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }
}

extension Double: PostgresValue {
    @inlinable package static var type: UInt32 { 701 }
    @inlinable package static var arrayType: UInt32 { 1022 }
    @inlinable
    package func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
}

extension Bool: PostgresValue {
    @inlinable package static var type: UInt32 { 16 }
    @inlinable package static var arrayType: UInt32 { 1000 }
    @inlinable
    package func write(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension String: PostgresValue {
    @inlinable package static var type: UInt32 { 25 }
    @inlinable package static var arrayType: UInt32 { 1009 }
    @inlinable
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
}

/// A bytea.
package struct PostgresBytes: PostgresValue, Equatable, Sendable {
    @inlinable package static var type: UInt32 { 17 }
    @inlinable package static var arrayType: UInt32 { 1001 }
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    @inlinable
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }
}

/// A uuid, as two halves.
package struct PostgresUUID: PostgresValue, Hashable, Sendable {
    @inlinable package static var type: UInt32 { 2950 }
    @inlinable package static var arrayType: UInt32 { 2951 }
    package let high: UInt64
    package let low: UInt64

    /// The UUID of these halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    @inlinable
    package func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
    }
}

extension [UInt8] {
    @inlinable
    package mutating func append(bigEndian value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Overwrites what is at an index.
    @inlinable
    package mutating func replace(at index: Int, bigEndian value: Int32) {
        for byte in 0..<4 {
            self[index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * Int32(byte)))
        }
    }
}
