package import HTTP

/// Formats log lines as text or JSON.
///
///     2026-11-21T17:52:45.123Z GET /items/{id} 200 532B 41us id=8c1f0e6a5b3d2c19 owner=7
///     {"time":"2026-11-21T17:52:45.123Z","level":"info","method":"GET","route":"/items/{id}",
///      "status":200,"bytes":532,"microseconds":41,"id":"8c1f0e6a5b3d2c19","owner":7}
///
/// Only the id and, if enabled, the path come from the client. Both are escaped to printable ASCII
/// without spaces, quotation marks and backslashes, so a client cannot forge a line or a member.
package struct LogFormatter: Sendable {
    /// The format of a line.
    package enum Style: Sendable {
        /// Text for people; the status is coloured on a terminal.
        case text(isColored: Bool)
        case json
    }

    /// Bytes of a path after which it is truncated.
    static let longestPath = 1_024

    let style: Style
    /// Whether lines include the path as sent, without its query.
    let hasPaths: Bool
    private let routes: [[UInt8]]

    /// A formatter with names of routes, the first of which is route 1.
    package init(_ style: Style, hasPaths: Bool, routes: [String]) {
        self.style = style
        self.hasPaths = hasPaths
        self.routes = [[]] + routes.map { Array($0.utf8) }
    }

    /// Appends the line of a request, line end included.
    package func write(
        _ entry: LogLine, path: Span<UInt8>, _ timestamp: inout Timestamp,
        to line: inout ByteWriter
    ) {
        switch style {
        case .text(let isColored):
            writeText(entry, path, &timestamp, isColored: isColored, to: &line)
        case .json: writeJSON(entry, path, &timestamp, to: &line)
        }
    }

    private func writeText(
        _ entry: LogLine, _ path: Span<UInt8>, _ timestamp: inout Timestamp, isColored: Bool,
        to line: inout ByteWriter
    ) {
        timestamp.append(entry.time, to: &line)
        line.append(" ")
        if let method = entry.method { line.append(method.name) } else { line.append("-") }
        line.append(" ")
        if let route = route(entry) { line.append(route.span) } else { line.append("-") }
        line.append(" ")
        if isColored { line.append(color(entry)) }
        if let status = entry.status { line.append(decimal: status.rawValue) }
        if entry.isCut { line.append(entry.status == nil ? "cut" : "/cut") }
        if isColored { line.append("\u{1B}[0m") }
        line.append(" ")
        line.append(decimal: entry.bytes)
        line.append("B ")
        line.append(decimal: entry.microseconds)
        line.append("us id=")
        line.append(id: entry.id)
        if entry.owner != 0 {
            line.append(" owner=")
            line.append(decimal: entry.owner)
        }
        if let trace = entry.trace {
            line.append(" trace=")
            trace.writeTrace(to: &line)
        }
        if hasPaths, path.count > 0 {
            line.append(" path=")
            line.append(path: path)
        }
        line.append("\n")
    }

    private func writeJSON(
        _ entry: LogLine, _ path: Span<UInt8>, _ timestamp: inout Timestamp,
        to line: inout ByteWriter
    ) {
        line.append("{\"time\":\"")
        timestamp.append(entry.time, to: &line)
        line.append(
            (entry.status?.rawValue ?? 0) < 500 ? "\",\"level\":\"info\"" : "\",\"level\":\"error\""
        )
        if let method = entry.method {
            line.append(",\"method\":\"")
            line.append(method.name)
            line.append("\"")
        }
        if let route = route(entry) {
            line.append(",\"route\":\"")
            line.append(route.span)
            line.append("\"")
        }
        if let status = entry.status {
            line.append(",\"status\":")
            line.append(decimal: status.rawValue)
        }
        if entry.isCut { line.append(",\"cut\":true") }
        line.append(",\"bytes\":")
        line.append(decimal: entry.bytes)
        line.append(",\"microseconds\":")
        line.append(decimal: entry.microseconds)
        line.append(",\"id\":\"")
        line.append(id: entry.id)
        line.append("\"")
        if entry.owner != 0 {
            line.append(",\"owner\":")
            line.append(decimal: entry.owner)
        }
        if let trace = entry.trace {
            line.append(",\"trace\":\"")
            trace.writeTrace(to: &line)
            line.append("\"")
        }
        if hasPaths, path.count > 0 {
            line.append(",\"path\":\"")
            line.append(path: path)
            line.append("\"")
        }
        line.append("}\n")
    }

    private func route(_ entry: LogLine) -> [UInt8]? {
        let index = Int(entry.route)
        return index > 0 && index < routes.count ? routes[index] : nil
    }

    private func color(_ entry: LogLine) -> StaticString {
        switch entry.status?.rawValue ?? 500 {
        case 500...: "\u{1B}[31m"
        case 400...: "\u{1B}[33m"
        case 300...: "\u{1B}[36m"
        default: "\u{1B}[32m"
        }
    }
}
