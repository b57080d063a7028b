import Items
import Testing

@Suite struct `A title` {
    @Test(arguments: [
        ("buy milk", "buy milk"),
        (" \t\r\nbuy  milk\u{B}\u{C} ", "buy  milk"),
        (
            "\u{A0}\u{1680}\u{2003}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{85}milk\u{3000}",
            "milk"
        ),
        ("\u{200B}milk\u{FEFF}", "\u{200B}milk\u{FEFF}"),
        ("\u{301}", "\u{301}"),
        (" \u{301}milk", "\u{301}milk"),
        ("e\u{301}\u{20}", "e\u{301}"),
    ])
    func `loses the white space around it and nothing else`(sent: String, stored: String) throws {
        let title = try ItemRules.title(sent)

        #expect(Array(title.utf8) == Array(stored.utf8))
    }

    @Test(arguments: [
        "", " ", "\n\t\u{2003}\u{3000}", "\u{200B}", "\u{FEFF} \u{200D}", "\u{202E}\u{2066}",
        "\u{3164}", "\u{115F}\u{1160}", "\u{2800}", "\u{FE0F}", "\u{AD}", "\u{7F}\u{1}",
        "\u{E0001}\u{E0069}\u{E007F}",
    ])
    func `of which nothing is seen is refused`(sent: String) {
        #expect(throws: ItemFault.titleIsEmpty) { try ItemRules.title(sent) }
    }

    @Test(arguments: ["a", "é", "😀", "e\u{301}"])
    func `is measured in scalars`(letter: String) throws {
        let each = letter.unicodeScalars.count
        let longest = String(repeating: letter, count: 500 / each)

        let title = try ItemRules.title("  \(longest)  ")

        #expect(title == longest)
        #expect(throws: ItemFault.titleIsTooLong(characters: 501)) {
            try ItemRules.title(longest + "x")
        }
    }

    @Test(arguments: ["\0", "a\0", "\0a", "a\0b"])
    func `with a NUL is refused`(sent: String) {
        #expect(throws: ItemFault.containsNUL) { try ItemRules.title(sent) }
    }
}

@Suite struct `An invisible character` {
    /// Unicode's properties decide, and a table only says of which characters nothing needs to be
    /// asked.
    @Test func `is one by its properties`() {
        let wrong = (0...0x10FFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32) }.filter {
            scalar in
            let category = scalar.properties.generalCategory
            let isInvisible =
                category == .control || category == .format || scalar.value == 0x2800
                || scalar.properties.isDefaultIgnorableCodePoint
            return scalar.isInvisible != isInvisible
        }

        #expect(Array(wrong) == [])
    }
}

@Suite struct `A description` {
    @Test(arguments: ["", " ", "  milk\n", "e\u{301}", "👩‍👩‍👧"])
    func `is stored unchanged`(sent: String) throws {
        let description = try ItemRules.description(sent)

        #expect(Array(description.utf8) == Array(sent.utf8))
    }

    @Test(arguments: ["a", "é", "😀"])
    func `is measured in bytes`(letter: String) throws {
        let longest = String(repeating: letter, count: 65_536 / letter.utf8.count)

        let description = try ItemRules.description(longest)

        #expect(description.utf8.count == 65_536)
        #expect(throws: ItemFault.descriptionIsTooLong(bytes: 65_537)) {
            try ItemRules.description(longest + "x")
        }
    }

    @Test func `with a NUL is refused`() {
        #expect(throws: ItemFault.containsNUL) { try ItemRules.description("a\0") }
    }
}

@Suite struct `The name of a location` {
    @Test(arguments: ["", " ", " Berlin ", "Ko\u{308}ln"])
    func `is stored unchanged`(sent: String) throws {
        let name = try ItemRules.locationName(sent)

        #expect(Array(name.utf8) == Array(sent.utf8))
    }

    @Test(arguments: ["a", "é", "😀"])
    func `is measured in scalars`(letter: String) throws {
        let longest = String(repeating: letter, count: 500)

        let name = try ItemRules.locationName(longest)

        #expect(name == longest)
        #expect(throws: ItemFault.locationNameIsTooLong(characters: 501)) {
            try ItemRules.locationName(longest + " ")
        }
    }

    @Test func `with a NUL is refused`() {
        #expect(throws: ItemFault.containsNUL) { try ItemRules.locationName("\0") }
    }
}

@Suite struct `A number of an item` {
    /// The least and the greatest accepted double of a rule, and the fault of others.
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let least: Double
        let greatest: Double
        let fault: ItemFault
        let check: @Sendable (Double) throws(ItemFault) -> Double

        static let all = [
            Rule(
                testDescription: "timestamp", least: -62_135_596_800,
                greatest: (253_402_300_800.0).nextDown, fault: .timeIsOutOfRange,
                check: ItemRules.timestamp),
            Rule(
                testDescription: "latitude", least: -90, greatest: 90,
                fault: .isOutOfRange(-90...90), check: ItemRules.latitude),
            Rule(
                testDescription: "longitude", least: -180, greatest: 180,
                fault: .isOutOfRange(-180...180), check: ItemRules.longitude),
        ]
    }

    // proves: stored-1
    @Test(arguments: Rule.all)
    func `within its limits is unchanged bit for bit`(rule: Rule) throws {
        let numbers = [
            rule.least, rule.least.nextUp, rule.greatest, rule.greatest.nextDown, 0, 1, -1, 0.1,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .pi,
        ]

        let stored = try numbers.map { try rule.check($0).bitPattern }

        #expect(stored == numbers.map(\.bitPattern))
    }

    // proves: stored-1
    @Test(arguments: Rule.all)
    func `loses the sign of zero`(rule: Rule) throws {
        let zero = try rule.check(-0.0)

        #expect(zero.bitPattern == 0)
    }

    @Test(arguments: Rule.all)
    func `beyond its limits is refused`(rule: Rule) {
        let numbers = [
            rule.least.nextDown, rule.greatest.nextUp, .infinity, -.infinity, .nan, .signalingNaN,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        ]

        for number in numbers {
            #expect(throws: rule.fault, "\(number)") { try rule.check(number) }
        }
    }
}
