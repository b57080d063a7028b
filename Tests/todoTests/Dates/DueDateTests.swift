import Foundation
import Testing

@testable import todo

@Suite struct `A due date` {
    private let machine = TestMachine()
    private let day: Double = 86_400
    /// The beginning of Wednesday, 25 November 2026.
    private let today: Double = 1_795_564_800

    @Test func `is shown in words near today and as a day elsewhere`() {
        let days: [(Double, String)] = [
            (-2, "23 Nov"), (-1, "yesterday"), (0, "today"), (1, "tomorrow"), (2, "Fri"),
            (6, "Tue"), (7, "2 Dec"), (40, "4 Jan 2027"),
        ]

        for (count, words) in days {
            #expect(DueDate(today + count * day, machine.world)?.words == words)
        }
    }

    @Test func `with a time of day shows it`() {
        let due = DueDate(today + 18.5 * 3_600, machine.world)

        #expect(due?.words == "today 18:30")
        #expect(due?.iso == "2026-11-25T18:30:00")
    }

    @Test func `without a time of day is over with the end of the day`() {
        #expect(DueDate(today, machine.world)?.isOver == false)
        #expect(DueDate(today - day, machine.world)?.isOver == true)
        #expect(DueDate(today + 9 * 3_600, machine.world)?.isOver == true)
        #expect(DueDate(today + 11 * 3_600, machine.world)?.isOver == false)
    }

    @Test(arguments: [Double.infinity, .nan, 1e300, -1e300])
    func `out of the calendar's range is nil`(timestamp: Double) {
        #expect(DueDate(timestamp, machine.world) == nil)
    }

    @Test func `of years far away has four digits`() {
        #expect(DueDate(-11_676_096_000, machine.world)?.iso == "1600-01-01")
        #expect(DueDate(253_402_214_400, machine.world)?.iso == "9999-12-31")
    }
}
