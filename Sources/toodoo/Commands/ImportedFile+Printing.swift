import Exchange

extension ImportedFile {
    /// Prints what of the file no item has: a table of values, and one of skipped entries.
    func printRemarks() {
        if lostCount > 0 {
            Output.line(
                "not taken: \(lostCount) \(lostCount == 1 ? "value" : "values")"
                    + Self.part(lost.count, of: lostCount))
            var table = ListPrinter(["line", "title", "field", "value", "kept"], isJSON: false)
            for value in lost {
                table.print([
                    .number("line", value.line), .text("title", value.title),
                    .text("field", value.field), .text("value", value.value),
                    .text("kept", value.isKept ? "in the description" : "no"),
                ])
            }
            table.finish()
        }
        guard skippedCount > 0 else { return }
        Output.line(
            "skipped: \(skippedCount) \(skippedCount == 1 ? "entry" : "entries")"
                + Self.part(skipped.count, of: skippedCount))
        var table = ListPrinter(["line", "reason"], isJSON: false)
        for entry in skipped {
            table.print([.number("line", entry.line), .text("reason", entry.reason.sentence)])
        }
        table.finish()
    }

    private static func part(_ count: Int, of all: Int) -> String {
        count < all ? ", of which the first \(count) are" : ""
    }
}
