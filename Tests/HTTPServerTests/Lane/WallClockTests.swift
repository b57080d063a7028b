@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A change of the wall clock` {
    // proves: operation-10
    @Test(arguments: [
        (-3_600, "Sun, 06 Nov 1994 07:49:46 GMT"), (3_600, "Sun, 06 Nov 1994 09:49:46 GMT"),
        (-365 * 86_400, "Sat, 06 Nov 1993 08:49:46 GMT"),
        (365 * 86_400, "Mon, 06 Nov 1995 08:49:46 GMT"),
    ])
    func `moves the date but no time-out`(jump: Int, date: String) throws {
        let world = try ServerWorld()
        let (slow, idle) = (try world.connect(), try world.connect())
        try slow.send("GET / HT")
        try world.until(.head)

        world.clocks.jump(seconds: jump)
        try world.pass(9)
        try idle.send(get("/"))
        let answer = try idle.answer()
        let isThere = try world.look { $0.open.contains { $0.wait == .head } }
        try world.pass(1)
        let late = try slow.answer()

        #expect(answer.status == 200)
        #expect(answer["Date"] == date)
        #expect(isThere)
        #expect(late.status == 408)
    }
}
