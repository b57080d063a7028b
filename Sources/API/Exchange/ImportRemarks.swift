import Exchange
import HTTP
import Items

/// What an import says about its file, besides the items.
struct ImportRemarks: Equatable, Sendable {
    let format: ImportFormat
    var lost: [LostValue] = []
    var lostCount = 0
    var skipped: [SkippedEntry] = []
    var skippedCount = 0

    /// Writes the response: the counts, the remarks and the first items.
    func write(_ result: ImportResult, to body: inout ByteWriter) {
        body.append("{\"format\":")
        body.appendJSON(format.rawValue)
        body.append(",\"new\":")
        body.append(decimal: result.new)
        body.append(",\"changed\":")
        body.append(decimal: result.changed)
        body.append(",\"unchanged\":")
        body.append(decimal: result.unchanged)
        body.append(",\"lostCount\":")
        body.append(decimal: lostCount)
        body.append(",\"skippedCount\":")
        body.append(decimal: skippedCount)
        body.append(",\"lost\":")
        body.appendJSON(array: lost) { $0.appendJSON($1) }
        body.append(",\"skipped\":")
        body.appendJSON(array: skipped) { $0.appendJSON($1) }
        body.append(",\"items\":")
        body.appendJSON(array: result.entries) { body, entry in
            switch entry {
            case .stored(let item): body.appendJSON(item)
            case .planned(let item): body.appendJSON(item)
            }
        }
        body.append("}")
    }
}

extension ByteWriter {
    fileprivate mutating func appendJSON(_ lost: LostValue) {
        append("{\"line\":")
        append(decimal: lost.line)
        append(",\"title\":")
        appendJSON(lost.title)
        append(",\"field\":")
        appendJSON(lost.field)
        append(",\"value\":")
        appendJSON(lost.value)
        append(lost.isKept ? ",\"kept\":true}" : "}")
    }

    fileprivate mutating func appendJSON(_ skipped: SkippedEntry) {
        append("{\"line\":")
        append(decimal: skipped.line)
        append(",\"reason\":")
        appendJSON(skipped.reason.sentence)
        append("}")
    }
}
