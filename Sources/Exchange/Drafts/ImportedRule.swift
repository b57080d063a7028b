import Items

/// A rule of a file.
struct ImportedRule {
    var rule: Repetition
    /// Whether the file says "the last day of the month", which is day 31 here.
    var isLastDay = false

    /// Whether other programs have the same dates for it. Where a month has no such day, they have
    /// none in it, and here it is the month's last day.
    func isExact(from due: CivilDate) -> Bool {
        guard rule.from == .due, rule.byDay == nil, !isLastDay else { return true }
        let parts = due.parts
        switch rule.frequency {
        case .daily, .weekly: return true
        case .monthly: return rule.byMonthDay ?? parts.day <= 28
        case .yearly: return parts.month != 2 || rule.byMonthDay ?? parts.day <= 28
        }
    }
}
