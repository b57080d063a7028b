import Items

/// The time zones of items that are imported, of which the unknown ones are reported once each.
struct ImportedTimeZones {
    /// The most unknown zones that are reported.
    private static let most = 100

    private let database: any TimeZoneDatabase
    private var unknown: Set<String> = []

    init(_ database: any TimeZoneDatabase) {
        self.database = database
    }

    /// The zone in which an item repeats, if the database does not have it and no earlier item had
    /// it.
    mutating func newUnknownZone(of item: NewItem) -> String? {
        guard let zone = item.content.repetition?.rule.timeZone, unknown.count < Self.most,
            !unknown.contains(zone), database.zone(zone) == nil
        else { return nil }
        unknown.insert(zone)
        return zone
    }
}
