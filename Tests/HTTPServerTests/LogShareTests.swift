import HTTP
import Synchronization
import Telemetry
import Testing

@testable import HTTPServer

@Suite struct `The lines that wait for the log` {
    @Test func `are taken as they came`() {
        let share = LogShare(LogBell {})

        for text in ["a\n", "b\n"] { put(text, in: share) }
        let taken = take(share)

        #expect(taken == "a\nb\n")
        #expect(share.isEmpty)
        #expect(take(share) == "")
    }

    @Test func `are bounded, and those beyond are counted`() {
        let share = LogShare(LogBell {})
        let line = String(repeating: "x", count: 1_023) + "\n"

        for _ in 0..<(LogShare.capacity / 1_024 + 3) { put(line, in: share) }

        #expect(share.dropped.value == 3)
        #expect(take(share).utf8.count == LogShare.capacity)
        put(line, in: share)
        #expect(share.dropped.value == 3)
        #expect(take(share) == line)
    }

    @Test func `wake whoever writes them once, and only when he sleeps`() {
        final class Count: Sendable { let rings = Atomic<Int>(0) }
        let count = Count()
        let bell = LogBell { count.rings.wrappingAdd(1, ordering: .relaxed) }
        let share = LogShare(bell)

        put("a\n", in: share)
        let awake = count.rings.load(ordering: .relaxed)
        bell.sleeps()
        for text in ["b\n", "c\n"] { put(text, in: share) }

        #expect(awake == 0)
        #expect(count.rings.load(ordering: .relaxed) == 1)
        #expect(take(share) == "a\nb\nc\n")
    }

    private func put(_ text: String, in share: LogShare) {
        var line = ByteWriter()
        line.append(text: text)
        share.put(&line)
    }

    private func take(_ share: LogShare) -> String {
        var taken = ByteWriter()
        share.collect(&taken)
        return String(copying: taken)
    }
}
