import Testing

@testable import SQLiteStorage

@Suite struct `The count of new texts` {
    @Test func `has an owner looked at first, and knows then when there are enough for a run`() {
        var new = NewTexts(enough: 8)
        var turns: [(text: Int, isCounted: Bool)] = []

        for text in 1...18 {
            new.count(of: 7)
            guard new.due == [7] else { continue }
            turns.append((text, new.isFirstCounted))
            new.clearFirst(waiting: text == 1 ? 3 : 0)
        }

        #expect(turns.map(\.text) == [1, 6, 14])
        #expect(turns.map(\.isCounted) == [false, true, true])
        #expect(new.due == [])
    }

    @Test func `does not know how many are left after a run`() {
        var new = NewTexts(enough: 2)
        new.count(of: 7)
        new.clearFirst(waiting: 1)
        new.count(of: 7)
        let before = new.isFirstCounted

        new.postponeFirst()

        #expect(before)
        #expect(new.due == [7])
        #expect(!new.isFirstCounted)
    }

    @Test func `waits for a whole run again when it is told to`() {
        var new = NewTexts(enough: 3)
        new.count(of: 7)

        new.clear()
        var due: [Int] = []
        for text in 1...3 {
            new.count(of: 7)
            if new.due == [7] { due.append(text) }
        }

        #expect(due == [3])
    }

    @Test func `names each owner once, and takes them in turn`() {
        var new = NewTexts(enough: 2)
        for _ in 0..<3 { for owner in 1...3 { new.count(of: owner) } }

        var turns: [Int?] = []
        for _ in 0..<4 {
            turns.append(new.due.first)
            new.postponeFirst()
        }

        #expect(turns == [1, 2, 3, 1])
        #expect(new.due.count == 3)
    }

    @Test func `forgets owners when there are many, and has them looked at again`() {
        var new = NewTexts(enough: 8)

        for owner in 0..<16_384 { new.count(of: owner) }
        new.clear()
        new.count(of: 0)
        let known = new.due
        new.count(of: 16_384)
        new.count(of: 0)

        #expect(known == [])
        #expect(new.due == [16_384, 0])
    }
}
