/// The offsets of a time zone from UTC.
package protocol TimeZoneRules: Sendable {
    /// The offset at an instant, and the end of its validity.
    func period(at instant: Int) -> TimeZonePeriod
}

/// A period in which the offset of a zone does not change.
package struct TimeZonePeriod: Equatable, Sendable {
    /// Seconds east of UTC.
    package let offset: Int
    /// The first instant after it; nil when the offset never changes again.
    package let end: Int?

    package init(offset: Int, end: Int?) {
        self.offset = offset
        self.end = end
    }
}

/// The time zones of a machine.
package protocol TimeZoneDatabase: Sendable {
    /// The zone with this name; nil when there is none.
    func zone(_ name: String) -> (any TimeZoneRules)?
    /// Reports that a stored rule names a zone that no longer exists.
    func reportMissing(_ name: String)
}

extension TimeZoneDatabase {
    /// The zone of a rule; UTC, with a report, if it no longer exists.
    package func zone(of rule: Repetition) -> any TimeZoneRules {
        if let zone = zone(rule.timeZone) { return zone }
        reportMissing(rule.timeZone)
        return UTCRules()
    }
}

/// UTC alone.
package struct UTCDatabase: TimeZoneDatabase {
    package init() {}

    package func zone(_ name: String) -> (any TimeZoneRules)? {
        name == Repetition.utc ? UTCRules() : nil
    }

    package func reportMissing(_ name: String) {}
}

package struct UTCRules: TimeZoneRules {
    /// UTC, which never changes.
    package init() {}

    package func period(at instant: Int) -> TimeZonePeriod {
        TimeZonePeriod(offset: 0, end: nil)
    }
}

extension TimeZoneRules {
    /// The date and the seconds after midnight at an instant.
    package func local(_ instant: Int) -> (date: CivilDate, seconds: Int) {
        let local = instant + period(at: instant).offset
        let days = local.floored(by: secondsPerDay)
        return (CivilDate(days: days), local - days * secondsPerDay)
    }

    /// The first instant at which the clocks show this time; or, when they skip it, the first one
    /// after the gap.
    package func instant(_ date: CivilDate, _ seconds: Int) -> (instant: Int, isInGap: Bool) {
        let local = Int(date.days) * secondsPerDay + seconds
        // No zone is further from UTC than this.
        var start = local - 2 * secondsPerDay
        while true {
            let period = period(at: start)
            let instant = local - period.offset
            if period.end.map({ instant < $0 }) ?? true {
                return (max(instant, start), instant < start)
            }
            start = period.end ?? instant
        }
    }

    /// The first instant of a date.
    package func start(of date: CivilDate) -> Int {
        instant(date, 0).instant
    }
}

let secondsPerDay = 86_400
