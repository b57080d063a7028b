/// The parameters of a command, one after the other in one buffer.
package struct PostgresParameters: Hashable, Sendable {
    package private(set) var types: [UInt32] = []
    @usableFromInline
    package internal(set) var bytes: [UInt8] = []
    /// The length of each parameter; -1 for NULL.
    var lengths: [Int32] = []

    package init() {}

    /// Appends a value; nil is NULL.
    package mutating func append<Value: PostgresValue>(_ value: Value?) {
        types.append(Value.type)
        let start = bytes.count
        value?.write(to: &bytes)
        lengths.append(value == nil ? -1 : Int32(bytes.count - start))
    }

    /// Appends an array with a value of each row, of which nil is NULL.
    @inlinable
    package mutating func append<Rows: Collection, Value: PostgresValue>(
        _ rows: Rows, _ value: (Rows.Element) -> Value?
    ) {
        let start = beginArray(of: Value.type, count: rows.count)
        var hasNulls = false
        for row in rows {
            guard let value = value(row) else {
                hasNulls = true
                bytes.append(bigEndian: Int32(-1))
                continue
            }
            let length = bytes.count
            bytes.append(bigEndian: Int32(0))
            value.write(to: &bytes)
            bytes.replace(at: length, bigEndian: Int32(bytes.count - length - 4))
        }
        endArray(of: Value.arrayType, from: start, hasNulls: hasNulls)
    }

    /// Appends the head of an array; returns where it begins.
    ///
    /// array_recv: dimensions, whether there are NULLs, the elements' type; then for the one
    /// dimension its length and first index; then each element's length, -1 for NULL, and bytes.
    @usableFromInline
    mutating func beginArray(of type: UInt32, count: Int) -> Int {
        let start = bytes.count
        bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: type)
        if count > 0 {
            bytes.append(bigEndian: Int32(count))
            bytes.append(bigEndian: Int32(1))
        }
        return start
    }

    @usableFromInline
    mutating func endArray(of type: UInt32, from start: Int, hasNulls: Bool) {
        if hasNulls { bytes.replace(at: start + 4, bigEndian: Int32(1)) }
        types.append(type)
        lengths.append(Int32(bytes.count - start))
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
