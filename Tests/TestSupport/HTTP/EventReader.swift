/// Reads server-sent events as browsers do (html.spec.whatwg.org, 9.2.5 and 9.2.6).
package struct EventReader {
    /// An event that a browser would dispatch.
    package struct Event: Equatable, Sendable {
        package let type: String
        package let data: String
        /// The `Last-Event-ID` that a browser would send from now on.
        package let lastID: String
    }

    /// The events so far, in order.
    package private(set) var events: [Event] = []
    /// The lines that begin with a colon, without the colon.
    package private(set) var comments: [String] = []
    /// The last id, from an event or from a block without data.
    package private(set) var lastID = ""
    private var rest: [UInt8] = []
    private var type = ""
    private var data = ""
    private var id = ""
    private var isFirst = true

    /// A reader at the beginning of a stream.
    package init() {}

    /// Reads more bytes; an incomplete line is buffered.
    package mutating func read(_ bytes: [UInt8]) {
        rest += bytes
        if isFirst, rest.count >= 3 || !rest.starts(with: [0xEF]) {
            if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
            isFirst = rest.isEmpty
        }
        var start = 0
        while let end = rest[start...].firstIndex(where: { $0 == 10 || $0 == 13 }) {
            // A CR may be half of a line end whose LF has not arrived.
            if rest[end] == 13, end + 1 == rest.count { break }
            line(String(decoding: rest[start..<end], as: UTF8.self))
            start = rest[end] == 13 && rest[end + 1] == 10 ? end + 2 : end + 1
        }
        rest.removeFirst(start)
    }

    private mutating func line(_ line: String) {
        if line.isEmpty { return dispatch() }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let raw = parts.count > 1 ? parts[1] : ""
        let value = String(raw.first == " " ? raw.dropFirst() : raw)
        switch parts[0] {
        case "": comments.append(value)
        case "event": type = value
        case "data": data += value + "\n"
        case "id" where !value.unicodeScalars.contains("\0"): id = value
        default: break
        }
    }

    private mutating func dispatch() {
        lastID = id
        defer { (type, data) = ("", "") }
        guard !data.isEmpty else { return }
        events.append(
            Event(
                type: type.isEmpty ? "message" : type, data: String(data.dropLast()), lastID: id))
    }
}
