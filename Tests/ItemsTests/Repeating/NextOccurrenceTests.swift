@testable import Items
import Testing

@Suite struct `The next occurrence` {
    /// A zone whose offset changes at some instants.
    struct Zone: TimeZoneRules {
        let first: Int
        let changes: [(at: Int, offset: Int)]

        func period(at instant: Int) -> TimeZonePeriod {
            let offset = changes.last { $0.at <= instant }?.offset ?? first
            return TimeZonePeriod(offset: offset, end: changes.first { $0.at > instant }?.at)
        }
    }

    /// Central Europe in 2027: UTC+1, and UTC+2 from 28 March, 01:00 UTC, to 31 October, 01:00 UTC.
    static let berlin = Zone(
        first: 3_600,
        changes: [(at(2027, 3, 28, 1), 7_200), (at(2027, 10, 31, 1), 3_600)])
    /// UTC-5, whose summer begins at midnight of 14 March.
    static let midnight = Zone(
        first: -18_000, changes: [(at(2027, 3, 14, 5), -14_400), (at(2027, 11, 7, 4), -18_000)])
    /// UTC-10, which skips 30 December when it changes to UTC+14.
    static let skipped = Zone(first: -36_000, changes: [(at(2027, 12, 30, 10), 50_400)])
    /// UTC, whose clocks go from 23:30 on 1 May to 0:30.
    static let evening = Zone(first: 0, changes: [(at(2027, 5, 1, 23) + 1_800, 3_600)])

    /// Seconds since 1970 of a time in UTC.
    static func at(
        _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0
    ) -> Int {
        let date = CivilDate(year: year, month: month, day: day)
        return Int(date?.days ?? 0) * 86_400 + hour * 3_600 + minute * 60
    }

    private static func next(
        _ rule: Repetition = Repetition(.daily), after time: Double, in zone: Zone
    ) -> Repetition.Occurrence? {
        rule.next(after: time, day: nil, now: time - 86_400, in: zone)
    }

    @Test func `keeps its wall time when summer begins and ends`() {
        // 09:00 in Berlin is 08:00 UTC in winter and 07:00 in summer.
        let spring = Self.next(after: Double(Self.at(2027, 3, 27, 8)), in: Self.berlin)
        let autumn = Self.next(after: Double(Self.at(2027, 10, 30, 7)), in: Self.berlin)

        #expect(spring?.timestamp == Double(Self.at(2027, 3, 28, 7)))
        #expect(autumn?.timestamp == Double(Self.at(2027, 10, 31, 8)))
        #expect(spring?.rule == Repetition(.daily))
    }

    @Test func `in a gap is the first instant after it, and the day after has its time again`() {
        // 02:30 in Berlin.
        let gap = Self.next(after: Double(Self.at(2027, 3, 27, 1, 30)) + 0.25, in: Self.berlin)
        let after = gap.flatMap { Self.next($0.rule, after: $0.timestamp, in: Self.berlin) }

        #expect(gap?.timestamp == Double(Self.at(2027, 3, 28, 1)))
        #expect(gap?.rule.time == 9_000)
        #expect(after?.timestamp == Double(Self.at(2027, 3, 29, 0, 30)))
        #expect(after?.rule.time == 9_000)
    }

    @Test func `in an hour that comes twice is in the first`() {
        // 02:30 in Berlin, summer time.
        let next = Self.next(after: Double(Self.at(2027, 10, 30, 0, 30)), in: Self.berlin)

        #expect(next?.timestamp == Double(Self.at(2027, 10, 31, 0, 30)))
    }

    @Test func `in a gap that reaches midnight is the last second before it`() {
        let next = Self.next(after: Double(Self.at(2027, 4, 30, 23, 45)), in: Self.evening)

        #expect(next?.timestamp == Double(Self.at(2027, 5, 1, 23, 30) - 1))
        #expect(next?.rule.time == 23 * 3_600 + 45 * 60)
    }

    @Test func `on a day that a zone skipped is the first instant after it`() {
        // 12:00 in UTC-10.
        let next = Self.next(after: Double(Self.at(2027, 12, 29, 22)), in: Self.skipped)

        #expect(next?.timestamp == Double(Self.at(2027, 12, 30, 10)))
    }

    @Test func `keeps a fraction of a second, also beside time`() {
        var rule = Repetition(.daily)
        rule.time = 9 * 3_600

        let next = Self.next(rule, after: Double(Self.at(2027, 1, 4, 5)) + 0.25, in: Self.berlin)

        #expect(next?.timestamp == Double(Self.at(2027, 1, 5, 8)) + 0.25)
    }

    @Test func `before 1970 keeps a fraction of a second`() {
        let next = Self.next(after: -0.25, in: Self.berlin)

        #expect(next?.timestamp == 86_399.75)
    }

    @Test func `of a day begins at the midnight of the zone, if it did`() throws {
        let day = try #require(CivilDate("2027-03-28"))
        let start = Double(Self.at(2027, 3, 27, 23))

        let next = Repetition(.daily).next(after: start, day: day, now: 0, in: Self.berlin)

        // The 28th has 23 hours.
        #expect(next?.day == CivilDate("2027-03-29"))
        #expect(next?.timestamp == Double(Self.at(2027, 3, 28, 22)))
    }

    @Test func `of a day is as far from midnight UTC as before, if it was not the zone's`() throws {
        let day = try #require(CivilDate("2027-03-28"))
        let start = day.midnight - 7_200

        let next = Repetition(.daily).next(after: start, day: day, now: 0, in: Self.berlin)

        #expect(next?.timestamp == day.midnight + 86_400 - 7_200)
    }

    @Test func `of a day whose midnight is in a gap begins at its first instant`() throws {
        let before = try #require(CivilDate("2027-03-13"))
        let gap = try #require(CivilDate("2027-03-14"))

        let into = Repetition(.daily).next(
            after: Double(Self.at(2027, 3, 13, 5)), day: before, now: 0, in: Self.midnight)
        let outOf = Repetition(.daily).next(
            after: Double(Self.at(2027, 3, 14, 5)), day: gap, now: 0, in: Self.midnight)

        #expect(into?.timestamp == Double(Self.at(2027, 3, 14, 5)))
        #expect(outOf?.timestamp == Double(Self.at(2027, 3, 15, 4)))
    }

    @Test func `is after today in the zone of the rule`() {
        let berlin = Repetition(.daily).next(
            after: Double(Self.at(2027, 1, 4, 8)), day: nil,
            now: Double(Self.at(2027, 1, 9, 23, 30)), in: Self.berlin)
        let utc = Repetition(.daily).next(
            after: Double(Self.at(2027, 1, 4, 8)), day: nil,
            now: Double(Self.at(2027, 1, 9, 23, 30)), in: UTCRules())

        #expect(berlin?.timestamp == Double(Self.at(2027, 1, 11, 8)))
        #expect(utc?.timestamp == Double(Self.at(2027, 1, 10, 8)))
    }

    @Test func `after the year 9999 is none`() throws {
        let last = try #require(CivilDate("9999-12-31"))

        #expect(Self.next(after: last.midnight, in: Self.berlin) == nil)
        #expect(
            Repetition(.daily).next(
                after: last.midnight, day: last, now: 0, in: Self.berlin) == nil)
    }

    @Test func `of the first instant of the calendar is found west of UTC`() throws {
        let next = Self.next(after: ItemRules.times.lowerBound, in: Self.midnight)

        #expect(next?.timestamp == ItemRules.times.lowerBound + 86_400)
    }
}
