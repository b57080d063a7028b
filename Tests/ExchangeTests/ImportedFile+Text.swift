import Exchange
import Items

extension ImportedFile {
    /// The file as lines that a test compares: its items, what is lost, what is skipped.
    var text: String {
        var lines = [format.rawValue]
        for item in items {
            lines.append("\(item.line) \(item.content.text(item))")
            if let description = item.content.itemDescription {
                lines += description.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { "    |\($0)" }
            }
        }
        lines += lost.map {
            "lost \($0.line) \"\($0.title)\" \($0.field)=\($0.value)\($0.isKept ? " kept" : "")"
        }
        lines += skipped.map { "skipped \($0.line) \($0.reason.sentence)" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ItemContent {
    fileprivate func text(_ item: ImportedItem) -> String {
        var words = ["\"\(title)\"", done ? "done" : "open"]
        if let day {
            words.append("day \(day)")
        }
        if let timestamp { words.append(utc(timestamp)) }
        if let repetition { words.append(repetition.text) }
        if let remind = item.content.remind { words.append("remind \(remind)") }
        if let tags = item.content.tags { words.append("tags \(tags.text)") }
        if let location {
            words.append("at \(location.name)")
            if let point = location.coordinate {
                words.append("\(point.latitude);\(point.longitude)")
            }
        }
        return words.joined(separator: " ")
    }
}

/// `2026-12-04T16:00:00Z`.
func utc(_ seconds: Double) -> String {
    let (date, time) = UTCRules().local(Int(seconds))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(date)T\(two(time / 3_600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
}

/// Reads a text as a file, at noon of 29 November 2026 in Berlin's zone unless told otherwise.
func imported(
    _ text: String, as format: ImportFormat? = nil, timeZone: String = "Europe/Berlin"
) throws -> ImportedFile {
    try imported(Array(text.utf8), as: format, timeZone: timeZone)
}

func imported(
    _ bytes: [UInt8], as format: ImportFormat? = nil, timeZone: String = "Europe/Berlin",
    limits: ImportLimits = .request
) throws -> ImportedFile {
    let now = 1_795_950_000.0  // 2026-11-29T11:00:00Z
    let source = try ImportSource(bytes, limits: limits)
    guard
        let context = ImportContext(
            now: now, timeZone: timeZone, zones: TestZones(), limits: limits)
    else { throw UnknownZone() }
    return try source.read(as: try source.format(format), in: context)
}

struct UnknownZone: Error {}
