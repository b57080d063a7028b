import Foundation

/// Reads server-sent events (WHATWG HTML §9.2) from parts of a stream.
struct EventParser {
    /// An event.
    struct Event: Equatable {
        var type = ""
        var data = ""
    }

    private var line: [UInt8] = []
    private var event = Event()
    private var hasData = false
    private var endsInReturn = false

    /// The events that a part of the stream completes; throws if one is too large.
    mutating func parse(_ part: Data) throws(ResponseIsTooLarge) -> [Event] {
        var events: [Event] = []
        for byte in part {
            let followsReturn = endsInReturn
            endsInReturn = byte == UInt8(ascii: "\r")
            switch byte {
            // A line ends in CR, LF or both.
            case UInt8(ascii: "\n") where followsReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                line.append(byte)
                guard line.count + event.data.utf8.count <= ResponseLimit.event else {
                    throw ResponseIsTooLarge(limit: ResponseLimit.event)
                }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer {
                event = Event()
                hasData = false
            }
            return hasData || !event.type.isEmpty ? event : nil
        }
        let text = String(decoding: line, as: UTF8.self)
        let name = text.prefix { $0 != ":" }
        var value = text.dropFirst(name.count + 1)
        if value.first == " " { value.removeFirst() }
        switch name {
        case "event": event.type = String(value)
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        default: break
        }
        return nil
    }
}
