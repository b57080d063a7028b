@testable import Items
import Testing

@Suite struct `The members of a rule` {
    /// Members, and the fault of their combination.
    struct Draft: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let draft: RepetitionDraft
        let hasDay: Bool
        let faults: [FaultyDueDate.Fault]

        init(
            _ description: String, hasDay: Bool = false, _ faults: FaultyDueDate.Fault...,
            set: (inout RepetitionDraft) -> Void
        ) {
            testDescription = description
            var draft = RepetitionDraft()
            set(&draft)
            self.draft = draft
            self.hasDay = hasDay
            self.faults = faults
        }
    }

    @Test(arguments: [
        Draft("no frequency", .frequencyIsMissing) { $0.interval = 2 },
        Draft("days each day", .daysOf(.daily)) { ($0.frequency, $0.byDay) = (.daily, days("mo")) },
        Draft("days in a year", .daysOf(.yearly)) {
            ($0.frequency, $0.byDay) = (.yearly, days("1mo"))
        },
        Draft("an ordinal in a week", .ordinalInWeek) {
            ($0.frequency, $0.byDay) = (.weekly, days("mo", "1tu"))
        },
        Draft("a month without an ordinal", .monthNeedsOrdinal) {
            ($0.frequency, $0.byDay) = (.monthly, days("mo"))
        },
        Draft("a month with two days", .monthNeedsOrdinal) {
            ($0.frequency, $0.byDay) = (.monthly, days("1mo", "2mo"))
        },
        Draft("a day of the month in a week", .monthDayOf(.weekly)) {
            ($0.frequency, $0.byMonthDay) = (.weekly, 1)
        },
        Draft("both kinds of days", .monthDayBesideDays) {
            ($0.frequency, $0.byDay, $0.byMonthDay) = (.monthly, days("1mo"), 1)
        },
        Draft("a time beside a day", hasDay: true, .timeBesideDay) {
            ($0.frequency, $0.time) = (.daily, 0)
        },
        Draft("days from done", .daysFromDone) {
            ($0.frequency, $0.byDay, $0.from) = (.weekly, days("mo"), .done)
        },
        Draft("a day of the month from done", .daysFromDone) {
            ($0.frequency, $0.byMonthDay, $0.from) = (.monthly, 1, .done)
        },
        Draft(
            "all at once", hasDay: true, .ordinalInWeek, .monthDayBesideDays, .timeBesideDay,
            .daysFromDone
        ) {
            ($0.frequency, $0.byDay, $0.byMonthDay) = (.weekly, days("1mo"), 1)
            ($0.time, $0.from) = (0, .done)
        },
    ])
    func `that are no rule together are refused`(draft: Draft) {
        let result = draft.draft.judged(hasDay: draft.hasDay)

        #expect(result == .failure(FaultyDueDate(faults: draft.faults)))
    }

    private static func days(_ words: String...) -> [Repetition.Day] {
        words.compactMap { Repetition.Day($0) }
    }

    @Test(arguments: [
        #"{"frequency":"weekly","interval":2,"byDay":["mo","th"],"until":"2027-06-30"}"#,
        #"{"frequency":"monthly","byDay":["-1fr"],"time":"09:00","timeZone":"Europe/Berlin"}"#,
        #"{"frequency":"yearly","byMonthDay":29}"#, #"{"frequency":"daily","from":"done"}"#,
    ])
    func `of a rule are that rule`(text: String) throws {
        let rule = try #require(RepetitionText(text)).rule

        let result = RepetitionDraft(rule).judged(hasDay: false)

        #expect(result == .success(rule))
    }

    @Test func `are put in order`() throws {
        var draft = RepetitionDraft()
        draft.frequency = .weekly
        draft.byDay = Self.days("su", "mo", "th")

        let rule = try draft.judged(hasDay: false).get()

        #expect(
            RepetitionText(rule).text == #"{"frequency":"weekly","byDay":["mo","th","su"]}"#)
    }

    @Test(arguments: ["", "m", "MO", "0mo", "5mo", "-2mo", "+1mo", "01mo", "1 mo", "mon", "-mo"])
    func `have no other words for days`(word: String) {
        #expect(Repetition.Day(word) == nil)
    }

    @Test(arguments: [
        "", "9:00", "24:00", "09:60", "09:00:60", "09:00:00.5", "0900", "09.00", "09:0a", "０9:00",
        "-9:00", "09:00:",
    ])
    func `have no other times`(text: String) {
        #expect(Repetition.time(text.utf8.span) == nil)
    }
}
