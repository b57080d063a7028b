import Items
import Testing

@testable import toodoo

@Suite struct `The system's clock` {
    @Test func `returns milliseconds for stored times`() {
        let times = (0..<100).map { _ in Clock.system.now() * 1_000 }

        #expect(times.allSatisfy { abs($0 - $0.rounded()) < 0.01 })
    }

    @Test func `returns a finer time for ids`() {
        let ids = IDGenerator.version7(.fine)

        let parts = Set((0..<1_000).map { _ in ids.next().high & 0xFFF })

        #expect(parts.count > 10)
    }
}
