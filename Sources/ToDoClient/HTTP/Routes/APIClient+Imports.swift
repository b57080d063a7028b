public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the server made of a file of another program.
public struct FileImport: Codable, Equatable, Sendable {
    /// A value for which an item has no member.
    public struct LostValue: Codable, Equatable, Sendable {
        /// Where the row or component begins, from 1; in JSON the number of the task.
        public let line: Int
        /// The title of the item.
        public let title: String
        /// The column, property or member, as the file spells it.
        public let field: String
        /// The beginning of the value.
        public let value: String
        /// Whether the value is a line at the end of the item's description.
        public let isKept: Bool

        private enum CodingKeys: String, CodingKey {
            case line, title, field, value
            case isKept = "kept"
        }

        /// Decodes a value; `kept` is missing for most.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            line = try members.decode(Int.self, forKey: .line)
            title = try members.decode(String.self, forKey: .title)
            field = try members.decode(String.self, forKey: .field)
            value = try members.decode(String.self, forKey: .value)
            isKept = try members.decodeIfPresent(Bool.self, forKey: .isKept) ?? false
        }
    }

    /// A row or component that became no item.
    public struct SkippedEntry: Codable, Equatable, Sendable {
        /// Where it begins, from 1.
        public let line: Int
        /// The end of a sentence that begins with the entry.
        public let reason: String
    }

    /// The format of the file, such as `todoist`. A server of a later version may have more.
    public let format: String
    /// The number of items that were added.
    public let new: Int
    /// The number of items that were replaced.
    public let changed: Int
    /// The number of items that stayed as they were.
    public let unchanged: Int
    /// The number of values for which an item has no member.
    public let lostCount: Int
    /// The number of rows or components that became no item.
    public let skippedCount: Int
    /// The first of these values, by line.
    public let lost: [LostValue]
    /// The first of these rows or components, by line.
    public let skipped: [SkippedEntry]
}

extension APIClient {
    /// Adds the items of another program's file, all or none; as a preview only says what it would
    /// do.
    ///
    /// The same file again adds nothing. `timeZone` is that of dates for which the file names none.
    public func importFile(
        _ file: Data, preview: Bool = false, replacingExisting: Bool = false,
        timeZone: TimeZone = .current
    ) async throws(APIError) -> FileImport {
        let query = [
            ("preview", "\(preview)"), ("onConflict", replacingExisting ? "replace" : "skip"),
            ("timeZone", timeZone.identifier == "GMT" ? "UTC" : timeZone.identifier),
        ]
        var request = request("POST", url("imports", query), .file, file)
        // A session may send the request twice when the connection breaks.
        request.setValue("\"\(UUID())\"", forHTTPHeaderField: "Idempotency-Key")
        // The server reads one file after the other.
        request.timeoutInterval = 120
        let response = try await response(to: request)
        guard response.status == 200 else { throw Self.error(for: response) }
        return try Self.decode(response.content)
    }
}
