/// The members of a rule as sent by a client, each valid by itself; `judged` checks whether they
/// form a rule.
package struct RepetitionDraft: Equatable, Sendable {
    package var frequency: Repetition.Frequency?
    package var interval: Int?
    package var byDay: [Repetition.Day]?
    package var byMonthDay: Int?
    package var time: Int?
    package var from: Repetition.Origin?
    package var until: CivilDate?
    package var timeZone: String?

    /// A draft without members.
    package init() {}

    init(_ rule: Repetition) {
        frequency = rule.frequency
        interval = rule.interval
        byDay = rule.byDay?.words
        byMonthDay = rule.byMonthDay
        time = rule.time
        from = rule.from
        until = rule.until
        timeZone = rule.timeZone
    }

    /// The rule of these members for an item with or without `day`, or all their faults.
    ///
    /// Of two members that exclude each other, the later one in the order of the members is at
    /// fault.
    package func judged(hasDay: Bool) -> Result<Repetition, FaultyDueDate> {
        var faults: [FaultyDueDate.Fault] = []
        if frequency == nil { faults.append(.frequencyIsMissing) }
        var rule = Repetition(frequency ?? .daily)
        switch days {
        case .success(let days): rule.byDay = days
        case .failure(let failure): faults += failure.faults
        }
        if byMonthDay != nil {
            if byDay != nil {
                faults.append(.monthDayBesideDays)
            } else if let frequency, frequency != .monthly, frequency != .yearly {
                faults.append(.monthDayOf(frequency))
            }
        }
        if time != nil, hasDay { faults.append(.timeBesideDay) }
        if from == .done, byDay != nil || byMonthDay != nil { faults.append(.daysFromDone) }
        guard faults.isEmpty else { return .failure(FaultyDueDate(faults: faults)) }
        rule.interval = interval ?? 1
        rule.byMonthDay = byMonthDay
        rule.time = time
        rule.from = from ?? .due
        rule.until = until
        rule.timeZone = timeZone ?? Repetition.utc
        return .success(rule)
    }

    private var days: Result<Repetition.Days?, FaultyDueDate> {
        guard let byDay, let frequency else { return .success(nil) }
        switch frequency {
        case .daily, .yearly: return .failure(FaultyDueDate(faults: [.daysOf(frequency)]))
        case .weekly:
            guard byDay.allSatisfy({ $0.ordinal == nil }) else {
                return .failure(FaultyDueDate(faults: [.ordinalInWeek]))
            }
            return .success(
                .weekdays(
                    byDay.reduce(into: Weekdays()) { $0.insert(Weekdays(weekday: $1.weekday)) }))
        case .monthly:
            guard byDay.count == 1, let ordinal = byDay[0].ordinal else {
                return .failure(FaultyDueDate(faults: [.monthNeedsOrdinal]))
            }
            return .success(.ordinal(ordinal, weekday: byDay[0].weekday))
        }
    }
}

extension Repetition.Days {
    /// The words of `byDay`, from Monday on.
    fileprivate var words: [Repetition.Day] {
        switch self {
        case .weekdays(let days):
            (0..<7).filter { days.contains(Weekdays(weekday: $0)) }
                .map { Repetition.Day(ordinal: nil, weekday: $0) }
        case .ordinal(let ordinal, let weekday):
            [Repetition.Day(ordinal: ordinal, weekday: weekday)]
        }
    }
}

/// The faults of a due date and its rule that are each valid by themselves.
package struct FaultyDueDate: Error, Equatable, Sendable {
    /// One thing that is wrong.
    package enum Fault: Equatable, Sendable {
        /// `timestamp` is not the start of `day` in any zone.
        case dayOfAnotherTime
        /// `repeat` without a due date.
        case repeatsWithoutDueDate
        /// `remind` without a due date.
        case remindsWithoutDueDate
        /// `repeat` of an item that is done.
        case isDone
        case frequencyIsMissing
        /// `byDay` of a rule that takes none.
        case daysOf(Repetition.Frequency)
        case ordinalInWeek
        case monthNeedsOrdinal
        /// `byMonthDay` of a rule that takes none.
        case monthDayOf(Repetition.Frequency)
        case monthDayBesideDays
        case timeBesideDay
        case daysFromDone
        /// `timeZone` that is not among the zones of this machine.
        case unknownTimeZone(String)
    }

    package let faults: [Fault]
}
