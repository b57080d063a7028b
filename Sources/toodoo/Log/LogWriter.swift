import Dispatch
import HTTP
import HTTPServer
import Synchronization
import Telemetry

/// The log thread: collects the lines of all buffers, writes them in large parts, and then lets
/// more lines accumulate for a moment. When all buffers are empty it sleeps until it is woken.
///
/// A blocked sink blocks only this thread. The buffers fill up, further lines are dropped, and
/// their number is logged when the sink accepts lines again.
final class LogWriter: @unchecked Sendable {
    // Proof: only `run` touches `scratch` and `reportedDrops`; all else is immutable or atomic.

    /// How long lines accumulate between two passes: at most a hundred writes a second at full
    /// load.
    private static let pause = DispatchTimeInterval.milliseconds(10)
    /// How often `close` waits for a blocked sink, a tenth of a second each time.
    private static let finalAttempts = 5

    private let sink: LogSink
    private let buffers: [LogBuffer]
    private let wakeup: LogWakeup
    private let semaphore: DispatchSemaphore
    private let isEnding = Atomic<Bool>(false)
    private let ended = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "toodoo.log")
    /// Makes the line that reports the number of dropped lines.
    private let makeDroppedLine: @Sendable (Int) -> ByteWriter
    private var scratch = ByteWriter(capacity: 4_096)
    private var reportedDrops = 0

    /// A writer for these buffers, all of which wake it by `wakeup`, which signals `semaphore`.
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

    /// Lines dropped since the start.
    var dropped: Int { buffers.reduce(0) { $0 + $1.dropped.value } }

    func start() {
        queue.async { [self] in
            run()
            ended.signal()
        }
    }

    /// Writes the remaining lines, unless the sink is blocked, and waits for the end.
    func close() {
        isEnding.store(true, ordering: .releasing)
        semaphore.signal()
        // Longer than `finalAttempts` take, so only a write that hangs on a disk is abandoned.
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
            // Finds lines that were added before the flag was set.
            if buffers.allSatisfy(\.isEmpty), !isEnding.load(ordering: .acquiring) {
                semaphore.wait()
            }
            wakeup.didWake()
        }
    }

    /// Writes the lines of all buffers; false when there were none, or the sink is full.
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

    /// Writes lines in parts of whole lines; false when the sink is full.
    private func write(_ lines: Span<UInt8>) -> Bool {
        var start = 0
        while start < lines.count {
            let end = LogWriter.end(of: start, in: lines, atMost: sink.part)
            while start < end {
                guard waitUntilWritable(), let count = sink.write(lines.extracting(start..<end))
                else {
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

    /// Waits until the sink is writable: without limit while the server runs, briefly when it ends.
    private func waitUntilWritable() -> Bool {
        if sink.isWritable(within: 0) { return true }
        var rest = Self.finalAttempts
        while rest > 0 {
            if sink.isWritable(within: 100) { return true }
            if isEnding.load(ordering: .acquiring) { rest -= 1 }
        }
        return false
    }

    /// The end of the last line that fits into a part; a longer line is a part of its own.
    private static func end(of start: Int, in lines: Span<UInt8>, atMost size: Int) -> Int {
        var end = min(lines.count, start + size)
        while end > start, lines[end - 1] != UInt8(ascii: "\n") { end -= 1 }
        if end > start { return end }
        end = start
        while end < lines.count, lines[end] != UInt8(ascii: "\n") { end += 1 }
        return min(lines.count, end + 1)
    }
}
