/// The formats of files that an import reads, in the order in which a file is compared with them.
package enum ImportFormat: String, CaseIterable, Sendable {
    /// A list of this program, a JSON array or NDJSON, by the rules of `POST /items`.
    case toodoo
    case google, icalendar, todoist, ticktick, csv
}
