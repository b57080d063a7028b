import Items

/// UTC and Central Europe, by the rules of the European Union for every year.
struct TestZones: TimeZoneDatabase {
    func zone(_ name: String) -> (any TimeZoneRules)? {
        switch name {
        case "UTC": UTCRules()
        case "Europe/Berlin": CentralEurope()
        default: nil
        }
    }

    func reportMissing(_ name: String) {}

    private struct CentralEurope: TimeZoneRules {
        func period(at instant: Int) -> TimeZonePeriod {
            let year = CivilDate(days: Int((Double(instant) / 86_400).rounded(.down))).parts.year
            let changes = (year - 1...year + 1).flatMap {
                [(Self.lastSunday($0, 3), 7_200), (Self.lastSunday($0, 10), 3_600)]
            }
            let offset = changes.last { $0.0 <= instant }?.1 ?? 3_600
            return TimeZonePeriod(offset: offset, end: changes.first { $0.0 > instant }?.0)
        }

        /// 01:00 UTC of the last Sunday of a month with 31 days.
        private static func lastSunday(_ year: Int, _ month: Int) -> Int {
            let last = CivilDate.daysBefore(year: year, month: month) + 30
            return (last - (CivilDate(days: last).weekday + 1) % 7) * 86_400 + 3_600
        }
    }
}
