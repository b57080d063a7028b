import Exchange
import Items
import TestSupport
import Testing

@Suite struct `Files that were damaged` {
    /// The environment sets their number (`MUTATIONS`) and seed (`MUTATION_SEED`).
    @Test func `at random are read or refused without a violation`() throws {
        let count = numberFromEnvironment("MUTATIONS") ?? 600
        let seed = numberFromEnvironment("MUTATION_SEED") ?? 1
        let originals = try Files.names.map(Files.bytes)

        for number in 0..<count {
            var mutator = Mutator(originals, Self.pieces, seed: seed &+ number)
            let bytes = mutator.next()
            do {
                try Self.check(bytes)
            } catch {
                let text = String(decoding: bytes, as: UTF8.self).debugDescription
                Issue.record("\(error), with MUTATION_SEED=\(seed &+ number): \(text)")
                return
            }
        }
    }

    /// The rules that hold for any bytes.
    private static func check(_ bytes: [UInt8]) throws(Violation) {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
        let file: ImportedFile
        do {
            // What is left may look like a list of toodoo, which the API reads.
            guard try ImportSource(bytes).format() != .toodoo else { return }
            file = try imported(bytes)
        } catch let fault as ImportFault {
            try Violation.unless(fault.sentence.hasSuffix("."), "a fault is a sentence")
            return
        } catch {
            throw Violation("what is refused has a fault, not \(error)")
        }
        let again = try? imported(bytes)
        try Violation.unless(again == file, "a file is read the same each time")
        try Violation.unless(
            Set(file.items.map(\.id)).count == file.items.count, "no two items have one id")
        for item in file.items {
            try Violation.unless(keepsRules(item), "an item keeps its rules: \(item)")
        }
        for lost in file.lost {
            try Violation.unless(!lost.value.isEmpty, "what is lost is something")
            try Violation.unless(
                max(lost.value.unicodeScalars.count, lost.field.unicodeScalars.count) <= 200,
                "what is lost is told in short")
        }
        let told = file.lost.map(\.line) + file.skipped.map(\.line)
        try Violation.unless(
            file.format == .google || told.allSatisfy { 1...lines ~= $0 },
            "what is told is in the file")
        try Violation.unless(
            file.lost.map(\.line) == file.lost.map(\.line).sorted()
                && file.skipped.map(\.line) == file.skipped.map(\.line).sorted(),
            "what is told is in the order of the file")
    }

    private static func keepsRules(_ item: ImportedItem) -> Bool {
        let content = item.content
        guard (try? ItemRules.title(content.title)) == content.title,
            content.itemDescription.map({ (try? ItemRules.description($0)) == $0 && $0 != "" })
                ?? true,
            content.location.map({ (try? ItemRules.locationName($0.name)) != nil }) ?? true,
            content.timestamp.map(ItemRules.times.contains) ?? (content.day == nil),
            item.content.remind.map(ItemRules.reminders.contains) ?? true,
            item.content.tags.map({ Tags($0.text) == $0 }) ?? true
        else { return false }
        if let day = content.day, let timestamp = content.timestamp,
            !day.starts.contains(timestamp)
        {
            return false
        }
        guard content.timestamp != nil || item.content.remind == nil && content.repetition == nil
        else {
            return false
        }
        return content.repetition.map { !content.done && RepetitionText($0.text) == $0 } ?? true
    }

    private static let pieces = Mutator.Pieces(
        bytes: Array("\0\t\n\r \"#,;:\\=@[]{}()aZ09-+\u{7F}".utf8) + [0x80, 0xC3, 0xE2, 0xFF],
        numbers: [
            "0", "00", "-1", "31", "32", "999", "1000", "20260230", "99991231T235959",
            "00010101T000000Z", "99999999999999999999", "4294967296",
        ],
        texts: [
            "\r\n ", "\"", "\"\"", "BEGIN:VTODO\r\n", "END:VTODO\r\n", "BEGIN:VALARM\r\n",
            "END:VALARM\r\n", "BEGIN:VEVENT\r\n", "DTSTART:99991231T235959Z\r\n",
            "DURATION:P9999D\r\n", "RRULE:FREQ=YEARLY;INTERVAL=999\r\n", "DUE:00010101\r\n",
            "TRIGGER:-PT99999M\r\n", "every! 3 days", "every last day", "\\u0000", "\\ud83e",
            "{\"items\":[", "null", "\u{FEFF}", "\u{200B}", "\u{2028}",
        ])
}
