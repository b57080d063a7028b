import Dispatch
@testable import HTTPServer
import TestSupport
import Testing

@Suite struct `A liveness probe` {
    @Test func `is answered from the lane's loop`() throws {
        let world = try ServerWorld()
        let answered = DispatchSemaphore(value: 0)

        for _ in 0..<3 { world.lane.probeLiveness { answered.signal() } }

        for _ in 0..<3 { #expect(answered.wait(timeout: .now() + .seconds(60)) == .success) }
    }

    // proves: operation-4
    @Test func `is not answered while the lane is stuck`() throws {
        let world = try ServerWorld(["/stuck": .heldBack(1)])
        let client = try world.connect()
        let (answers, answered) = (Box(0), DispatchSemaphore(value: 0))
        try client.send(get("/stuck"))
        try world.handler.untilHeld()

        world.lane.probeLiveness {
            answers.value += 1
            answered.signal()
        }
        let hanging = answers.value
        world.handler.release()
        _ = try client.answer()

        #expect(hanging == 0)
        #expect(answered.wait(timeout: .now() + .seconds(60)) == .success)
    }
}
