import Dispatch
import HTTP
import HTTPServer
import Synchronization
import Telemetry

/// The one thread that writes the log: it takes what stands in the buffers, in large parts, and
/// then lets more come together for a moment; when there is nothing it sleeps until it is woken.
///
/// A sink that stalls stalls this thread alone. The buffers fill, then lines
/// are left out, and how many were is said when the sink goes on.
final class LogWriter: @unchecked Sendable {
    // Proof: `scratch` and `reportedDrops` are only touched by `run`; all else is immutable or an
    // atomic.

    /// How long more lines come together. At full load a hundred writes a second remain.
    private static let pause = DispatchTimeInterval.milliseconds(10)
    /// So often a stalled sink is asked for room, a tenth of a second each time, when the server ends.
    private static let finalAttempts = 5

    private let sink: LogSink
    private let buffers: [LogBuffer]
    private let wakeup: LogWakeup
    private let semaphore: DispatchSemaphore
    private let isEnding = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "toodoo.log")
    /// Makes the line that says how many others were left out.
    private let makeDroppedLine: @Sendable (Int) -> ByteWriter
    private var scratch = ByteWriter(capacity: 4_096)
    private var reportedDrops = 0

    /// A writer of what stands in these buffers, all of which wake its thread by
    /// this, which signals the alarm.
    init(
        _ sink: LogSink, _ buffers: [LogBuffer], _ wakeup: LogWakeup, semaphore: DispatchSemaphore,
        makeDroppedLine: @escaping @Sendable (Int) -> ByteWriter
    ) {
        self.sink = sink
        self.buffers = buffers
        self.wakeup = wakeup
        self.semaphore = semaphore
        self.makeDroppedLine = makeDroppedLine
    }

    /// How many lines were left out since the start.
    var dropped: Int { buffers.reduce(0) { $0 + $1.dropped.value } }

    /// Begins to write.
    func start() {
        queue.async { [self] in
            run()
            ended.signal()
        }
    }

    /// Writes what there is, if it is taken soon, and ends; waits for that.
    func close() {
        isEnding.store(true, ordering: .releasing)
        semaphore.signal()
        // Longer than the last looks take; only a disk that hangs is left to itself.
        _ = ended.wait(timeout: .now() + .seconds(2))
    }

    private func run() {
        while true {
            let isLast = isEnding.load(ordering: .acquiring)
            if writeBuffers() {
                if !isLast { _ = semaphore.wait(timeout: .now() + Self.pause) }
                continue
            }
            if isLast { return }
            wakeup.willSleep()
            // A line that came before that was known is found here.
            if buffers.allSatisfy(\.isEmpty), !isEnding.load(ordering: .acquiring) {
                semaphore.wait()
            }
            wakeup.didWake()
        }
    }

    /// Writes what stands in the buffers; false when nothing did, or nobody takes it any more.
    private func writeBuffers() -> Bool {
        var hasWritten = false
        for buffer in buffers {
            buffer.collect(&scratch)
            guard scratch.count > 0 else { continue }
            hasWritten = write(scratch.span) || hasWritten
            scratch.removeAll(keeping: 262_144)
        }
        let dropped = dropped
        guard dropped > reportedDrops, hasWritten else { return hasWritten }
        if write(makeDroppedLine(dropped - reportedDrops).span) { reportedDrops = dropped }
        return true
    }

    /// Writes whole lines in whole parts; false when the sink does not take them.
    private func write(_ lines: Span<UInt8>) -> Bool {
        var start = 0
        while start < lines.count {
            let end = LogWriter.end(of: start, in: lines, atMost: sink.part)
            while start < end {
                guard hasRoom(), let count = sink.write(lines.extracting(start..<end)) else {
                    drop(lines.extracting(start..<lines.count))
                    return false
                }
                start += count
            }
        }
        return true
    }

    private func drop(_ lines: Span<UInt8>) {
        buffers.first?.dropped.add(lines.indices.count { lines[$0] == UInt8(ascii: "\n") })
    }

    /// Waits for room as long as the server serves, and for a moment when it ends.
    private func hasRoom() -> Bool {
        if sink.hasRoom(within: 0) { return true }
        var rest = Self.finalAttempts
        while rest > 0 {
            if sink.hasRoom(within: 100) { return true }
            if isEnding.load(ordering: .acquiring) { rest -= 1 }
        }
        return false
    }

    /// Where the last line ends that fits into a part; a line that is longer is a part of its own.
    private static func end(of start: Int, in lines: Span<UInt8>, atMost size: Int) -> Int {
        var end = min(lines.count, start + size)
        while end > start, lines[end - 1] != UInt8(ascii: "\n") { end -= 1 }
        if end > start { return end }
        end = start
        while end < lines.count, lines[end] != UInt8(ascii: "\n") { end += 1 }
        return min(lines.count, end + 1)
    }
}
