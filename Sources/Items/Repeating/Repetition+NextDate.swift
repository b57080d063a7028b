// The next date of a rule. The rule and the due date are the whole state: no start and no count is
// stored.

extension Repetition {
    /// The date after an occurrence, and the rule that continues from it.
    package struct NextDate: Equatable, Sendable {
        package let date: CivilDate
        /// The rule, with `byMonthDay` if the date had to be cut to the length of its month.
        package let rule: Repetition
    }

    /// The first date of the rule, counted from `due`, that is after both `due` and `today`; nil
    /// when the rule has ended.
    package func next(after due: CivilDate, today: CivilDate) -> NextDate? {
        var rule = self
        let date: CivilDate?
        switch from {
        case .done: date = adding(interval, to: today)
        case .due:
            date = first(from: due, after: max(due, today))
            if frequency == .monthly || frequency == .yearly, byDay == nil, byMonthDay == nil {
                let day = due.parts.day
                if let date, date.parts.day < day { rule.byMonthDay = day }
            }
        }
        guard let date, CivilDate.all.contains(date), until.map({ date <= $0 }) ?? true else {
            return nil
        }
        return NextDate(date: date, rule: rule)
    }

    /// The date this many units after another one.
    private func adding(_ count: Int, to date: CivilDate) -> CivilDate? {
        switch frequency {
        case .daily: return date.adding(days: count)
        case .weekly: return date.adding(days: 7 * count)
        case .monthly, .yearly:
            let (year, month, day) = date.parts
            return self.date(
                inMonth: year * 12 + month - 1 + count * (frequency == .yearly ? 12 : 1), day: day)
        }
    }

    private func first(from due: CivilDate, after limit: CivilDate) -> CivilDate? {
        switch (frequency, byDay) {
        case (.daily, _): return first(from: due, after: limit, step: interval)
        case (.weekly, .weekdays(let days)): return first(of: days, from: due, after: limit)
        case (.weekly, _): return first(from: due, after: limit, step: 7 * interval)
        case (.monthly, _), (.yearly, _): return firstByMonth(from: due, after: limit)
        }
    }

    private func first(from due: CivilDate, after limit: CivilDate, step: Int) -> CivilDate {
        due.adding(days: (Int(limit.days - due.days) / step + 1) * step)
    }

    /// The first weekday of the set after the limit, in every `interval`-th week from the week of
    /// `due` on.
    private func first(
        of days: Weekdays, from due: CivilDate, after limit: CivilDate
    ) -> CivilDate? {
        let first = due.adding(days: -due.weekday)
        let weeks = Int(limit.days - first.days) / 7
        let skipped = weeks % interval
        if skipped == 0, let weekday = days.first(after: limit.weekday) {
            return limit.adding(days: weekday - limit.weekday)
        }
        return days.first(after: -1).map {
            first.adding(days: 7 * (weeks - skipped + interval) + $0)
        }
    }

    private func firstByMonth(from due: CivilDate, after limit: CivilDate) -> CivilDate? {
        let step = frequency == .yearly ? 12 * interval : interval
        let start = due.parts
        let end = limit.parts
        let first = start.year * 12 + start.month - 1
        let passed = (end.year * 12 + end.month - 1 - first) / step
        // The month of the limit may have a date after the limit; otherwise the next month does.
        for count in [passed, passed + 1] {
            let month = first + count * step
            let date =
                if case .ordinal(let ordinal, let weekday) = byDay {
                    self.date(inMonth: month, ordinal, weekday)
                } else {
                    self.date(inMonth: month, day: byMonthDay ?? start.day)
                }
            guard let date else { return nil }
            if date > limit { return date }
        }
        return nil
    }

    /// A day in a month that is counted from the year 0, or the last one if it is shorter.
    private func date(inMonth month: Int, day: Int) -> CivilDate? {
        let (year, month) = (month / 12, month % 12 + 1)
        return CivilDate(
            year: year, month: month, day: min(day, CivilDate.length(ofMonth: month, in: year)))
    }

    /// The first to fourth of a weekday in a month, or the last one.
    private func date(inMonth month: Int, _ ordinal: Int, _ weekday: Int) -> CivilDate? {
        let (year, month) = (month / 12, month % 12 + 1)
        let length = CivilDate.length(ofMonth: month, in: year)
        guard let end = CivilDate(year: year, month: month, day: ordinal < 0 ? length : 7 * ordinal)
        else { return nil }
        return end.adding(days: -(end.weekday - weekday).modulo(7))
    }
}
