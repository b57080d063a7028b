import API
import Dispatch
import HTTP
import HTTPServer
import Items
import Synchronization

/// Everything that a server says on standard error: a line for each request,
/// and now and then one for the operator, in one form and by one thread.
final class ServeLog: Sendable {
    /// What `--log` takes.
    enum Format: String, CaseIterable {
        case text, json, off
    }

    /// How much a line for the operator matters.
    enum Level: String {
        case info, warning, error
    }

    private let isJSON: Bool
    private let clock: Clock
    private let operatorBuffer: LogBuffer
    private let writer: LogWriter

    private let formatter: LogFormatter
    private let buffers: [LogBuffer]

    /// A log for so many lanes on a descriptor.
    init(
        _ format: Format, hasPaths: Bool, lanes: Int, to descriptor: Int32,
        clock: Clock = .system
    ) {
        let sink = LogSink(descriptor)
        let semaphore = DispatchSemaphore(value: 0)
        let wakeup = LogWakeup { semaphore.signal() }
        let isJSON = format == .json
        let formatter = LogFormatter(
            isJSON ? .json : .text(isColored: sink.isColored), hasPaths: hasPaths,
            routes: App.routes)
        let operatorBuffer = LogBuffer(wakeup)
        let buffers = (0..<(format == .off ? 0 : lanes)).map { _ in LogBuffer(wakeup) }
        self.isJSON = isJSON
        self.clock = clock
        self.operatorBuffer = operatorBuffer
        self.formatter = formatter
        self.buffers = buffers
        writer = LogWriter(sink, [operatorBuffer] + buffers, wakeup, semaphore: semaphore) {
            count in
            let message = "\(count) lines were left out of the log, which nobody took"
            return LogMessage(level: Level.warning.rawValue, message).line(
                at: clock.now(), isJSON: isJSON)
        }
    }

    /// The lines of requests of each lane, which it is to keep to itself;
    /// none when there is to be none.
    func makeLanes() -> [LaneLog] { buffers.map { LaneLog(formatter, $0) } }

    /// How many lines were left out.
    var dropped: Int { writer.dropped }

    /// Begins to write.
    func start() { writer.start() }

    /// Says something to the operator, from any thread and without waiting for the sink.
    func write(_ level: Level, _ message: String) {
        var line = LogMessage(level: level.rawValue, message).line(
            at: clock.now(), isJSON: isJSON)
        operatorBuffer.put(&line)
    }

    /// Writes what there is, and ends.
    func close() { writer.close() }
}
