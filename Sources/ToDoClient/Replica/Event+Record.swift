import Foundation

extension Event {
    /// The levels of an event around a value of the server, and some to spare.
    private static let levels = 20

    /// Reads a record of the log. Throws if it is not one of an event.
    init(record: Data) throws {
        self = try JSONDecoder.decode(
            from: record, levels: JSONDecoder.levels + Self.levels)
    }

    /// The record of the event.
    func record() throws -> Data {
        try JSONEncoder().encode(self)
    }
}
