package import Items

/// Time zones without summer time: UTC, one that tests share with clients, and the farthest ones.
package struct FixedTimeZones: TimeZoneDatabase {
    private struct Fixed: TimeZoneRules {
        let hours: Int

        func period(at instant: Int) -> TimeZonePeriod {
            TimeZonePeriod(offset: hours * 3_600, end: nil)
        }
    }

    package init() {}

    package func zone(_ name: String) -> (any TimeZoneRules)? {
        switch name {
        case Repetition.utc: UTCRules()
        case "Europe/Berlin": Fixed(hours: 1)
        case "Test/East": Fixed(hours: 5)
        case "Test/West": Fixed(hours: -12)
        default: nil
        }
    }

    package func reportMissing(_ name: String) {}
}
