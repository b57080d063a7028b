import Items

/// The arguments of `find_items`.
///
/// The range of days is decided item by item, because it depends on whether an item has a day. The
/// storage selects a little more: no zone is 16 hours from UTC, and a day begins somewhere at most
/// 14 hours before it begins in UTC.
///
///     storage      (from − 16 h                                to + 24 h + 16 h)
///     a day                    [from ──────────────────── to]
///     a time       [from − offset ────────────── to + 24 h − offset)
struct ItemSearch: Sendable {
    /// The largest page.
    static let most = 100

    var query = ItemQuery()
    var from: CivilDate?
    var to: CivilDate?
    var zone: any TimeZoneRules = UTCRules()
    var limit = 50
    /// The end of the page before.
    var position: ListPosition?

    /// The most rows of a page: those that it shows, and some outside the range.
    var rows: Int { limit + (hasRange ? 100 : 0) }

    var hasRange: Bool { from != nil || to != nil }

    /// Sets the query that selects a little more than the range.
    mutating func setRange() {
        guard hasRange else { return }
        let hour = 3_600.0
        query.filter.dueAfter = from.map { $0.midnight - 16 * hour }
        query.filter.dueBefore = to.map { $0.midnight + (24 + 16) * hour }
        query.sort = ItemSort(.timestamp)
    }

    /// Whether a row that the query has selected is in the range.
    func hasInRange(_ row: borrowing ItemRow) -> Bool {
        guard hasRange else { return true }
        let local = row.fields.timestamp.map { zone.local(Int($0.rounded(.down))).date }
        guard let day = row.fields.day ?? local else { return false }
        if let from, day < from { return false }
        if let to, day > to { return false }
        return true
    }
}

extension BodyDecoder {
    /// Reads the arguments of `find_items`.
    mutating func search(
        _ value: borrowing JSONValue, _ timeZones: any TimeZoneDatabase
    ) -> ItemSearch? {
        var search = ItemSearch()
        search.query.filter.done = false
        var cursor: String?
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "deleted": break
            case "text": search.query.filter.words = words(value)
            case "tag": search.query.filter.tags = tags(value)
            case "done": search.query.filter.done = bool(value, "done") ?? false
            case "dueFrom":
                search.from = read(value, "dueFrom", expected: Fault.day) { CivilDate($0) }
            case "dueTo": search.to = read(value, "dueTo", expected: Fault.day) { CivilDate($0) }
            case "timeZone": search.zone = zone(value, timeZones) ?? search.zone
            case "limit": search.limit = whole(value, "limit", 1...ItemSearch.most) ?? search.limit
            case "cursor":
                cursor = value.string()
                if cursor == nil, !value.isNull { report(Self.notACursor, at: "cursor") }
            default: refuseUnknown(member)
            }
        }
        if let from = search.from, let to = search.to, to < from {
            report(.wrongType(expected: "a day that is not before `dueFrom`"), at: "dueTo")
        }
        search.setRange()
        if let cursor {
            search.position = ListPosition(cursor: cursor.utf8.span, of: search.query)
            // Other faults make another query.
            if search.position == nil, faults.isEmpty { report(Self.notACursor, at: "cursor") }
        }
        return search
    }

    static let notACursor = Fault.Reason.wrongType(
        expected: "`nextCursor` of a call with the same arguments, or be left out")

    mutating func words(_ value: borrowing JSONValue) -> SearchWords? {
        guard !value.isNull else { return nil }
        let words = value.string().flatMap { SearchWords($0) }
        if words == nil {
            let most = SearchWords.characters
            report(
                .wrongType(expected: "a text of 1 to \(most) characters, not all white space"),
                at: "text")
        }
        return words
    }

    private mutating func tags(_ value: borrowing JSONValue) -> TagFilter? {
        guard !value.isNull else { return nil }
        let tags = value.string().flatMap { TagFilter($0) }
        if tags == nil { report(.wrongType(expected: FilterParameters.tagForm), at: "tag") }
        return tags
    }

    mutating func zone(
        _ value: borrowing JSONValue, _ timeZones: any TimeZoneDatabase
    ) -> (any TimeZoneRules)? {
        guard let name = zoneName(value) else { return nil }
        let zone = timeZones.zone(name)
        if zone == nil { report(.dueDate(.unknownTimeZone(name)), at: "timeZone") }
        return zone
    }
}
