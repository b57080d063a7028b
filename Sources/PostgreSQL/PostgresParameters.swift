/// The parameters of a command, one after the other in one buffer.
package struct PostgresParameters: Hashable, Sendable {
    package private(set) var types: [UInt32] = []
    package private(set) var bytes: [UInt8] = []
    /// The length of each parameter; -1 for NULL.
    var lengths: [Int32] = []

    /// No parameters.
    package init() {}

    /// Appends a value; nil is NULL.
    package mutating func append<Value: PostgresValue>(_ value: Value?) {
        append(Value.type) { bytes in
            guard let value else { return false }
            value.write(to: &bytes)
            return true
        }
    }

    /// Appends an array of values, of which nil is NULL.
    package mutating func append<Value: PostgresValue>(_ values: [Value?]) {
        // array_recv: dimensions, whether there are NULLs, the elements' type; then for the one
        // dimension its length and first index; then each element's length, -1 for NULL, and bytes.
        append(Value.arrayType) { bytes in
            bytes.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
            bytes.append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
            bytes.append(bigEndian: Value.type)
            guard !values.isEmpty else { return true }
            bytes.append(bigEndian: Int32(values.count))
            bytes.append(bigEndian: Int32(1))
            for value in values {
                let start = bytes.count
                bytes.append(bigEndian: Int32(-1))
                guard let value else { continue }
                value.write(to: &bytes)
                let length = Int32(bytes.count - start - 4)
                for index in 0..<4 {
                    bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index))
                }
            }
            return true
        }
    }

    private mutating func append(_ type: UInt32, _ write: (inout [UInt8]) -> Bool) {
        types.append(type)
        let start = bytes.count
        let isValue = write(&bytes)
        lengths.append(isValue ? Int32(bytes.count - start) : -1)
    }
}

/// One statement to run, with its parameters.
package struct PostgresCommand: Hashable, Sendable {
    /// The SQL, whose parameters are `$1`, `$2`, …
    ///
    /// A connection prepares each text once, so it must not contain values; and the types of its
    /// parameters must always be the same.
    package let sql: String
    package var parameters: PostgresParameters

    /// A statement with these parameters.
    package init(_ sql: String, _ parameters: PostgresParameters = PostgresParameters()) {
        self.sql = sql
        self.parameters = parameters
    }

    package func hash(into hasher: inout Hasher) {
        // Of the statements of one process, those with the same parameters are few.
        hasher.combine(parameters.bytes)
    }

    /// A statement with the parameters that `append` appends.
    package init(_ sql: String, _ append: (inout PostgresParameters) -> Void) {
        var parameters = PostgresParameters()
        append(&parameters)
        self.init(sql, parameters)
    }
}
