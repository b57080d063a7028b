/// A value that a command can send, in PostgreSQL's binary format: big endian, without a length.
package protocol PostgresValue {
    /// The type's number (pg_type.dat).
    static var type: UInt32 { get }
    /// The number of the type of its arrays.
    static var arrayType: UInt32 { get }
    /// Appends the value.
    func write(to bytes: inout [UInt8])
}

extension Int: PostgresValue {
    package static let type: UInt32 = 20
    package static let arrayType: UInt32 = 1016
    package func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: Int64(self)) }
}

extension Double: PostgresValue {
    package static let type: UInt32 = 701
    package static let arrayType: UInt32 = 1022
    package func write(to bytes: inout [UInt8]) { bytes.append(bigEndian: bitPattern) }
}

extension Bool: PostgresValue {
    package static let type: UInt32 = 16
    package static let arrayType: UInt32 = 1000
    package func write(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
}

extension String: PostgresValue {
    package static let type: UInt32 = 25
    package static let arrayType: UInt32 = 1009
    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
}

/// A bytea.
package struct PostgresBytes: PostgresValue, Equatable, Sendable {
    package static let type: UInt32 = 17
    package static let arrayType: UInt32 = 1001
    package let bytes: [UInt8]

    /// These bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package func write(to bytes: inout [UInt8]) { bytes.append(contentsOf: self.bytes) }
}

/// A uuid, as two halves.
package struct PostgresUUID: PostgresValue, Hashable, Sendable {
    package static let type: UInt32 = 2950
    package static let arrayType: UInt32 = 2951
    package let high: UInt64
    package let low: UInt64

    /// The UUID of these halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
