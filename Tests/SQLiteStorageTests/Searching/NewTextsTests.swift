import Testing

@testable import SQLiteStorage

@Suite struct `The count of new texts` {
    @Test func `has an owner looked at first, and then with every half of a run`() {
        var new = NewTexts(enough: 8)
        var looks: [Int] = []

        for text in 1...12 {
            new.count(of: 7)
            guard new.due == [7] else { continue }
            looks.append(text)
            new.clearFirst()
        }

        #expect(looks == [1, 5, 9])
        #expect(new.due == [])
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
