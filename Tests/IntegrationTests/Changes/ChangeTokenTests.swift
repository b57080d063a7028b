import APITestSupport
import HTTP
import Items
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite struct `A change token` {
    private static let spellings: [(ChangePosition, String)] = [
        (.after(revision: 0), "k3f9abcd.0"), (.after(revision: 44), "k3f9abcd.44"),
        (.after(revision: 44, rest: 1), "k3f9abcd.44.1"),
        (.after(revision: 44, rest: 17), "k3f9abcd.44.17"),
        (.beginning(at: 0), "k3f9abcd.0.0.0"), (.beginning(at: 45), "k3f9abcd.45.0.0"),
        (.listing(began: 45, done: false, sequence: 5), "k3f9abcd.45.0.5"),
        (.listing(began: 45, done: true, sequence: 5), "k3f9abcd.45.1.5"),
        (
            .listing(began: 999_999_999_999_999_999, done: true, sequence: 1 << 31 - 1),
            "k3f9abcd.999999999999999999.1.2147483647"
        ),
        (
            .after(revision: 999_999_999_999_999_999, rest: 999_999_999_999_999_999),
            "k3f9abcd.999999999999999999.999999999999999999"
        ),
    ]
    private static let positions = spellings.map(\.0)

    @Test(arguments: spellings)
    func `has the text of its position`(position: ChangePosition, text: String) {
        #expect(written(ChangeToken(epoch: "k3f9abcd", position: position)) == text)
    }

    @Test(arguments: [
        "44.0", "44.00", "44.01", "45.2.5", "45.00.5", "45.0.05", "45.0.2147483648", "45.1.5.0",
        "45..5", "45.0.", "45.-1", "45.0.-1", "1000000000000000000", "44.1000000000000000000",
    ])
    func `has no other text for a position`(rest: String) {
        let text = "k3f9abcd." + rest

        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abcd") == nil)
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "other") == nil)
    }

    @Test(arguments: positions)
    func `is read as it was written`(position: ChangePosition) {
        let text = written(ChangeToken(epoch: "k3f9abcd", position: position))

        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abcd") == .position(position))
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abce") == .otherEpoch)
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abc") == .otherEpoch)
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abcde") == .otherEpoch)
    }

    @Test(arguments: positions)
    func `has only one text, tested with every changed byte`(position: ChangePosition) {
        let token = Array(written(ChangeToken(epoch: "k3f9abcd", position: position)).utf8)
        var variants = (0..<token.count).map { Array(token[..<$0]) }
        for index in token.indices {
            for byte in 0...255 as ClosedRange<UInt8> {
                var changed = token
                changed[index] = byte
                variants.append(changed)
                variants.append(Array(token[..<index] + [byte] + token[index...]))
            }
        }

        var twice: [[UInt8]] = []
        for variant in variants {
            switch ChangeToken.read(variant.span, epoch: "k3f9abcd") {
            case .position(let position)?:
                let again = written(ChangeToken(epoch: "k3f9abcd", position: position))
                if Array(again.utf8) != variant { twice.append(variant) }
            case .otherEpoch?:
                if variant.starts(with: Array("k3f9abcd.".utf8)) { twice.append(variant) }
            case nil: break
            }
        }

        #expect(twice == [])
    }

    @Test(arguments: ItemWorld.Kind.engines)
    func `that was changed is refused or names a position`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        client.write(("POST", "/items", #"[{"title":"a"},{"title":"b"},{"title":"c"}]"#))
        client.write(("DELETE", "/items/" + uuid(1), nil))
        let page = try #require(client.send("GET", "/items/changes?limit=1").page)
        let characters = Array("0123456789.az%-+")
        var statuses: Set<Int> = []

        for index in page.token.indices {
            for character in characters {
                var token = page.token
                token.replaceSubrange(index...index, with: String(character))
                statuses.insert(client.send("GET", "/items/changes?since=" + token).status)
                token = String(page.token[..<index]) + String(character)
                statuses.insert(client.send("GET", "/items/changes?since=" + token).status)
            }
        }

        #expect(statuses == [200, 400, 410])
    }

    private func written(_ token: ChangeToken) -> String {
        var bytes = ByteWriter()
        token.write(to: &bytes)
        return String(copying: bytes)
    }
}
