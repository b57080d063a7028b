import API
import HTTP

/// A line of the log for the operator, as text or as JSON.
///
///     2026-11-21T17:52:45.123Z warning: the disk is full: database or disk is full
///     {"time":"2026-11-21T17:52:45.123Z","level":"warning","message":"the disk is full: …"}
struct LogMessage {
    /// Maximum length of a message, so that a line fits into one atomic write to a pipe.
    private static let longest = 3_000

    let level: String
    let message: String

    init(level: String, _ message: String) {
        self.level = level
        self.message = message
    }

    /// The line including its line end; `time` is in seconds since 1970.
    func line(at time: Double, isJSON: Bool) -> ByteWriter {
        var line = ByteWriter(capacity: 256)
        var timestamp = Timestamp()
        let milliseconds = Int(max(0, time * 1000))
        if isJSON { line.append("{\"time\":\"") }
        timestamp.append(milliseconds, to: &line)
        if isJSON {
            line.append("\",\"level\":\"")
            line.append(text: level)
            line.append("\",\"message\":")
            line.appendJSON(text)
            line.append("}")
        } else {
            line.append(" ")
            line.append(text: level)
            line.append(": ")
            line.append(text: text)
        }
        line.append("\n")
        return line
    }

    /// The message, truncated and without line breaks and other control characters.
    private var text: String {
        String(
            message.unicodeScalars.prefix(Self.longest / 4).map { scalar in
                scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
            })
    }
}
