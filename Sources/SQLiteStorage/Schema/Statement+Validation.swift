import Items
import SQLite

/// Column accessors that validate.
///
/// SQLite's pages have no checksum. A value that no write leaves would be served as true, or would
/// trap in arithmetic, so it is reported as damage.
extension Statement {
    /// The 16 bytes of an id.
    func itemID(at column: Int32) throws(DatabaseError) -> ItemID {
        guard let (high, low) = uuid(at: column) else { throw corruption("an invalid id") }
        return ItemID(high: high, low: low)
    }

    /// A counter such as a revision or an entry: not negative, and far from overflow.
    func counter(at column: Int32) throws(DatabaseError) -> Int {
        let value = integer(at: column)
        try require((0..<1 << 62).contains(value), "a counter out of range")
        return value
    }

    /// A sequence; an invalid one would make the slot another owner's.
    func sequence(at column: Int32) throws(DatabaseError) -> Int {
        let sequence = integer(at: column)
        try require((1..<Slot.limit).contains(sequence), "an invalid sequence")
        return sequence
    }

    /// The column as seconds since 1970, nil when it is NULL.
    func optionalSeconds(at column: Int32) throws(DatabaseError) -> Double? {
        let time = optionalDouble(at: column)
        try require(time?.isFinite != false, "an invalid time")
        return time
    }

    /// A due date, nil when it is NULL.
    func optionalTimestamp(at column: Int32) throws(DatabaseError) -> Double? {
        let timestamp = optionalDouble(at: column)
        try require(timestamp.map(ItemRules.times.contains) != false, "an invalid time")
        return timestamp
    }

    /// The day of a due date, nil when it is NULL.
    func optionalDay(at column: Int32) throws(DatabaseError) -> CivilDate? {
        guard !isNull(at: column) else { return nil }
        let days = integer(at: column)
        try require(
            Int(CivilDate.all.lowerBound.days)...Int(CivilDate.all.upperBound.days) ~= days,
            "an invalid day")
        return CivilDate(days: days)
    }

    /// A number within a range, nil when the column is NULL.
    func optionalInteger(
        at column: Int32, in range: ClosedRange<Int>
    ) throws(DatabaseError) -> Int? {
        guard !isNull(at: column) else { return nil }
        let value = integer(at: column)
        try require(range ~= value, "a number out of range")
        return value
    }

    /// The bytes of a rule, nil when there is none.
    @_lifetime(borrow self)
    func optionalRepetition(at column: Int32) throws(DatabaseError) -> Span<UInt8>? {
        // Most items have none, and the type costs less than bytes and their length.
        guard !isNull(at: column) else { return nil }
        let text = blob(at: column)
        try require(RepetitionText.isValid(text), "an invalid rule")
        return text
    }

    /// A copy of a blob.
    func bytes(at column: Int32) -> [UInt8] {
        let blob = blob(at: column)
        return blob.indices.map { blob[$0] }
    }

    /// The column as a number to count with.
    func integer(at column: Int32) -> Int {
        Int(int(at: column))
    }

    /// The bytes of a text, which must be UTF-8.
    @_lifetime(borrow self)
    func validText(at column: Int32) throws(DatabaseError) -> Span<UInt8> {
        let text = text(at: column)
        try requireUTF8(text)
        return text
    }

    /// Throws unless the bytes are UTF-8.
    func requireUTF8(_ text: Span<UInt8>) throws(DatabaseError) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text)
        } catch {
            throw corruption("a text that is not UTF-8")
        }
    }

    /// The bytes of a text, nil when there is none.
    @_lifetime(borrow self)
    func optionalText(at column: Int32) throws(DatabaseError) -> Span<UInt8>? {
        guard let text = optionalBlob(at: column) else { return nil }
        try requireUTF8(text)
        return text
    }

    /// A copy of a text.
    func validString(at column: Int32) throws(DatabaseError) -> String {
        _ = try validText(at: column)
        return string(at: column)
    }

    /// An owner's epoch.
    ///
    /// It is written into the head of responses, where a line break would begin another field.
    func epoch(at column: Int32) throws(DatabaseError) -> String {
        let epoch = string(at: column)
        let isWord = epoch.utf8.allSatisfy { letter in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
        }
        try require((4...15).contains(epoch.utf8.count) && isWord, "an invalid epoch")
        return epoch
    }

    /// A copy of a text, nil when there is none.
    func optionalString(at column: Int32) throws(DatabaseError) -> String? {
        isNull(at: column) ? nil : try validString(at: column)
    }

    private var counters: Range<Int> { 1..<1 << 62 }

    /// Throws unless a write can have left these fields.
    func require(_ fields: ItemRow.ScalarFields) throws(DatabaseError) {
        try require(
            counters.contains(fields.sequence) && counters.contains(fields.revision),
            "an invalid sequence or revision")
        try require(
            fields.createdAt.isFinite && fields.updatedAt.isFinite
                && fields.doneAt?.isFinite != false, "an invalid time")
        try require(
            fields.done == (fields.doneAt != nil), "a done item without its time, or the reverse")
        if let coordinate = fields.coordinate { try require(coordinate) }
    }

    /// Throws unless the coordinate is within its ranges.
    func require(_ coordinate: Coordinate) throws(DatabaseError) {
        try require(
            ItemRules.latitudes.contains(coordinate.latitude)
                && ItemRules.longitudes.contains(coordinate.longitude), "an invalid coordinate")
    }

    /// Throws the message as damage unless the condition is true.
    func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(DatabaseError) {
        guard holds else { throw corruption(what()) }
    }

    /// The slot of the current row in a walk that has reached `next`.
    ///
    /// SQLite takes the order from the table's tree, which can be damaged. After a slot of
    /// `Int.max`, the walk could not advance.
    func slot(from next: Int) throws(DatabaseError) -> Int {
        let slot = integer(at: SQLiteItemColumns.At.slot)
        try require(slot >= next && slot < .max, "slots out of order")
        return slot
    }

    /// An error with SQLite's code for a damaged file.
    func corruption(_ what: String) -> DatabaseError {
        DatabaseError(code: 11, message: "a row has \(what)", sql: sql)
    }
}
