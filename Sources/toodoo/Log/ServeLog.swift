import API
import Dispatch
import HTTP
import HTTPServer
import Items
import Synchronization

/// The server's log on standard error: a line per request, and messages for the operator, in one
/// format and written by one thread.
final class ServeLog: Sendable {
    /// The values of `--log`.
    enum Format: String, CaseIterable {
        case text, json, off
    }

    /// The severity of a message for the operator.
    enum Level: String {
        case info, warning, error
    }

    private let isJSON: Bool
    private let clock: Clock
    private let operatorBuffer: LogBuffer
    private let writer: LogWriter

    private let formatter: LogFormatter
    private let buffers: [LogBuffer]

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
            let message = "\(count) lines were dropped because the log could not be written"
            return LogMessage(level: Level.warning.rawValue, message).line(
                at: clock.now(), isJSON: isJSON)
        }
    }

    /// The request logs, one for each lane; none with `--log off`.
    func makeLanes() -> [LaneLog] { buffers.map { LaneLog(formatter, $0) } }

    /// Lines that were dropped.
    var dropped: Int { writer.dropped }

    func start() { writer.start() }

    /// Logs a message for the operator, from any thread and without waiting for the sink.
    func write(_ level: Level, _ message: String) {
        var line = LogMessage(level: level.rawValue, message).line(
            at: clock.now(), isJSON: isJSON)
        operatorBuffer.put(&line)
    }

    /// Writes the remaining lines and ends the log thread.
    func close() { writer.close() }
}
