import TestSupport
import Testing

@testable import Items

@Suite struct `The item quota` {
    @Test(
        arguments: [
            (used: 90, growth: 10, bytes: nil), (90, 11, 101), (100, 1, 101), (100, 0, nil),
            (0, 100, nil), (0, 101, 101),
            // The limit was lowered. Writes that do not grow are allowed.
            (500, 0, nil), (500, -1, nil), (500, 1, 501),
        ] as [(used: Int, growth: Int, bytes: Int?)])
    func `refuses only growth over the limit`(used: Int, growth: Int, bytes: Int?) {
        let quota = ItemQuota(used: ItemSize(count: 1, bytes: used), limit: .bytes(100))

        let refusal = quota.failure(ofGrowth: ItemSize(count: 1, bytes: growth))

        #expect(refusal == bytes.map { .quotaExceeded(bytes: $0, limit: 100) })
    }

    @Test(
        arguments: [
            (used: 9, growth: 1, items: nil), (9, 2, 11), (10, 1, 11), (10, 0, nil), (10, -1, nil),
            // The limit was lowered, or an import went beyond it.
            (50, 0, nil), (50, 1, 51), (50, -2, nil),
        ] as [(used: Int, growth: Int, items: Int?)])
    func `refuses only more items over the limit`(used: Int, growth: Int, items: Int?) {
        let quota = ItemQuota(used: ItemSize(count: used, bytes: 0), limit: .count(10))

        let refusal = quota.failure(ofGrowth: ItemSize(count: growth, bytes: 100))

        #expect(refusal == items.map { .countExceeded(items: $0, limit: 10) })
    }

    @Test(arguments: [
        (ItemContent(title: "milk"), 132), (ItemContent(title: "\u{1F95B}", done: true), 132),
        (ItemContent(title: "a", itemDescription: "", timestamp: 1), 129),
        (ItemContent(title: "a", itemDescription: "caf\u{E9}"), 134),
        (
            ItemContent(
                title: "a",
                location: Location(
                    name: "cafe\u{301}", coordinate: .init(latitude: 1, longitude: 2))
            ), 135
        ),
    ])
    func `counts texts in UTF-8 and 128 bytes for the rest`(
        content: ItemContent, bytes: Int
    ) {
        #expect(content.storedBytes == bytes)
    }
}
