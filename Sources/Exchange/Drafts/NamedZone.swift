import Items

/// A time zone and its name, as rules have it.
struct NamedZone: Sendable {
    let name: String
    let rules: any TimeZoneRules

    static let utc = NamedZone(name: Repetition.utc, rules: UTCRules())

    /// The date at an instant.
    func date(at instant: Double) -> CivilDate {
        rules.local(Int(instant.rounded(.down))).date
    }
}
