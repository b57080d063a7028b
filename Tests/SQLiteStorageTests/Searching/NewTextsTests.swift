import Testing

@testable import SQLiteStorage

@Suite struct `The count of new texts` {
    @Test func `has an owner looked at first, and knows then when there are enough for a run`() {
        var new = NewTexts(enough: 8)
        var turns: [Int] = []

        for text in 1...18 {
            new.count(1, of: 7)
            guard new.due == [7] else { continue }
            turns.append(text)
            new.clearFirst(waiting: text == 1 ? 3 : 0)
        }

        #expect(turns == [1, 6, 14])
        #expect(new.due == [])
    }

    @Test func `has an owner looked at again after a run, since there may be more`() {
        var new = NewTexts(enough: 2)
        new.count(1, of: 7)

        new.postponeFirst()
        new.count(5, of: 7)

        #expect(new.due == [7])
    }

    @Test func `counts a heavy text for many`() {
        var new = NewTexts(enough: 8)
        new.count(1, of: 7)
        new.clearFirst(waiting: 1)

        var due: [Bool] = []
        for weight in [1, 5, 4, 9] {
            new.count(weight, of: 7)
            due.append(new.due == [7])
        }

        #expect(due == [false, false, true, true])
    }

    @Test func `waits for a whole run again when nothing is said to wait`() {
        var new = NewTexts(enough: 3)
        new.count(1, of: 7)

        new.clearFirst(waiting: 0)
        var due: [Int] = []
        for text in 1...3 {
            new.count(1, of: 7)
            if new.due == [7] { due.append(text) }
        }

        #expect(due == [3])
    }

    @Test func `names each owner once, and takes them in turn`() {
        var new = NewTexts(enough: 2)
        for _ in 0..<3 { for owner in 1...3 { new.count(1, of: owner) } }

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

        for owner in 0..<16_384 {
            new.count(1, of: owner)
            new.clearFirst(waiting: 0)
        }
        new.count(1, of: 0)
        let known = new.due
        new.count(1, of: 16_384)
        new.count(1, of: 0)

        #expect(known == [])
        #expect(new.due == [16_384, 0])
    }
}
