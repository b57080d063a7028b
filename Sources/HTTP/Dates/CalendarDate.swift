/// A date of the Gregorian calendar.
struct CalendarDate {
    let year: Int
    let month: Int
    let day: Int

    /// Counts from 1 January of year 1, where cycles of 400, 100 and 4 years start together.
    init(daysSince1970 days: Int) {
        let (cycles, inCycle) = (days + 719_162).quotientAndRemainder(dividingBy: 146_097)
        // The last century of a cycle and the last year of four are a day longer, hence `min`.
        let century = min(inCycle / 36_524, 3)
        let (fours, inFour) = (inCycle - century * 36_524).quotientAndRemainder(dividingBy: 1461)
        let single = min(inFour / 365, 3)
        let isLeap = single == 3 && (fours < 24 || century == 3)

        var (month, rest) = (1, inFour - single * 365)
        while rest >= Self.length(of: month, isLeap: isLeap) {
            rest -= Self.length(of: month, isLeap: isLeap)
            month += 1
        }
        year = cycles * 400 + century * 100 + fours * 4 + single + 1
        self.month = month
        day = rest + 1
    }

    private static func length(of month: Int, isLeap: Bool) -> Int {
        switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
