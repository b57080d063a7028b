import Items
import Testing

@Suite struct `An address` {
    @Test(arguments: [
        ("Home", "Home"), ("  Unter  den\u{3000}Linden \n", "Unter den Linden"), ("\ta\tb", "a b"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 500)),
        ("  " + String(repeating: "ä", count: 500) + " ", String(repeating: "ä", count: 500)),
    ])
    func `has normalized white space`(words: String, text: String) {
        #expect(Address(words)?.text == text)
    }

    @Test(arguments: [
        "", " ", "\n\u{A0}", "a\u{0}b", "a\u{7F}", "\u{1B}[2J", "a\u{9F}",
        String(repeating: "x", count: 501), String(repeating: "x ", count: 251),
    ])
    func `is refused if it is empty, too long or has control characters`(words: String) {
        #expect(Address(words) == nil)
    }

    @Test(
        arguments: [
            (true, 0, true), (true, 90 * 86_400 - 1, true), (true, 90 * 86_400, false),
            (false, 0, true), (false, 86_399, true), (false, 86_400, false), (false, -1, false),
        ] as [(Bool, Double, Bool)])
    func `has a result that is fresh for a while`(isFound: Bool, age: Double, holds: Bool) throws {
        let found = GeocodeResult(
            address: try #require(Address("Home")),
            coordinate: isFound ? Coordinate(latitude: 1, longitude: 2) : nil, foundAt: 1_000)

        #expect(found.isFresh(at: 1_000 + age) == holds)
    }
}
