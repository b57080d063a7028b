/// The numbers of rows in a database that was checked; nil where counting failed.
package struct DatabaseCounts: Equatable, Sendable {
    package var owners: Int?
    package var items: Int?
    package var tombstones: Int?
    package var changes: Int?
    /// The time of the oldest change, in ISO 8601; nil when there is none.
    package var historyBegins: String?

    package init() {}
}
