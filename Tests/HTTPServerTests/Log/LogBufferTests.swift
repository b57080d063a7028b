import HTTP
import Synchronization
import Telemetry
import Testing

@testable import HTTPServer

@Suite struct `A log buffer` {
    @Test func `returns lines in order`() {
        let buffer = LogBuffer(LogWakeup {})

        for text in ["a\n", "b\n"] { put(text, in: buffer) }
        let taken = take(buffer)

        #expect(taken == "a\nb\n")
        #expect(buffer.isEmpty)
        #expect(take(buffer) == "")
    }

    @Test func `is bounded, and counts the dropped lines`() {
        let buffer = LogBuffer(LogWakeup {})
        let line = String(repeating: "x", count: 1_023) + "\n"

        for _ in 0..<(LogBuffer.capacity / 1_024 + 3) { put(line, in: buffer) }

        #expect(buffer.dropped.value == 3)
        #expect(take(buffer).utf8.count == LogBuffer.capacity)
        put(line, in: buffer)
        #expect(buffer.dropped.value == 3)
        #expect(take(buffer) == line)
    }

    @Test func `wakes the log thread once, and only when it sleeps`() {
        final class Count: Sendable { let wakes = Atomic<Int>(0) }
        let count = Count()
        let wakeup = LogWakeup { count.wakes.wrappingAdd(1, ordering: .relaxed) }
        let buffer = LogBuffer(wakeup)

        put("a\n", in: buffer)
        let awake = count.wakes.load(ordering: .relaxed)
        wakeup.willSleep()
        for text in ["b\n", "c\n"] { put(text, in: buffer) }

        #expect(awake == 0)
        #expect(count.wakes.load(ordering: .relaxed) == 1)
        #expect(take(buffer) == "a\nb\nc\n")
    }

    private func put(_ text: String, in buffer: LogBuffer) {
        var line = ByteWriter()
        line.append(text: text)
        buffer.put(&line)
    }

    private func take(_ buffer: LogBuffer) -> String {
        var taken = ByteWriter()
        buffer.collect(&taken)
        return String(copying: taken)
    }
}
