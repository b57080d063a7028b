// The next occurrence of an item: its date by the rule, and its instant by the zone.

extension Repetition {
    /// A due date and the rule that it leaves.
    package struct Occurrence: Equatable {
        package let timestamp: Double
        package let day: CivilDate?
        package let rule: Repetition
    }

    /// The occurrence after one that is due at `timestamp`, or on `day`, and is done at `now`; nil
    /// when the rule has ended.
    package func next(
        after timestamp: Double, day: CivilDate?, now: Double, in zone: any TimeZoneRules
    ) -> Occurrence? {
        let today = zone.local(Int(now.rounded(.down))).date
        guard let day else { return next(after: timestamp, today, in: zone) }
        guard let next = next(after: day, today: today) else { return nil }
        let isLocalMidnight = Double(zone.start(of: day)) == timestamp
        let moved = next.date.midnight + (timestamp - day.midnight)
        let start = Double(zone.start(of: next.date))
        // In the years of local mean time, offsets were larger than the range in which a day may
        // begin.
        let isStart = isLocalMidnight && next.date.starts.contains(start)
        return Occurrence(timestamp: isStart ? start : moved, day: next.date, rule: next.rule)
    }

    /// The occurrence after one with a time, which keeps its wall time.
    private func next(
        after timestamp: Double, _ today: CivilDate, in zone: any TimeZoneRules
    ) -> Occurrence? {
        let whole = timestamp.rounded(.down)
        let local = zone.local(Int(whole))
        guard let next = next(after: local.date, today: today) else { return nil }
        var rule = next.rule
        let wallTime = time ?? local.seconds
        var (instant, isInGap) = zone.instant(next.date, wallTime)
        if isInGap {
            rule.time = wallTime
            // The date stays, even if it has only the last second before the gap.
            if zone.local(instant).date != next.date, zone.local(instant - 1).date == next.date {
                instant -= 1
            }
        }
        let moved = Double(instant) + (isInGap ? 0 : timestamp - whole)
        guard ItemRules.times.contains(moved) else { return nil }
        return Occurrence(timestamp: moved, day: nil, rule: rule)
    }
}

extension CivilDate {
    /// Midnight in UTC.
    package var midnight: Double { Double(days) * Double(secondsPerDay) }

    /// The instants at which the day begins in some time zone: from 14 hours before its midnight in
    /// UTC to 12 hours after it.
    package var starts: ClosedRange<Double> {
        midnight - 14 * 3_600...midnight + 12 * 3_600
    }
}
