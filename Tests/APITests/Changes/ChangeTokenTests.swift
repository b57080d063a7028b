import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A token` {
    private static let positions = [
        ChangePosition(revision: 0), .init(revision: 44), .init(revision: 44, place: 0),
        .init(revision: 44, place: 17), .init(revision: 12, place: 5, began: 45),
        .init(revision: 999_999_999_999_999_999, place: 999_999_999_999_999_999, began: 0),
    ]

    @Test(arguments: positions)
    func `is read as it was written`(position: ChangePosition) {
        let text = written(ChangeToken(epoch: "k3f9abcd", position: position))

        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abcd") == .position(position))
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abce") == .foreign)
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abc") == .foreign)
        #expect(ChangeToken.read(text.utf8Span.span, epoch: "k3f9abcde") == .foreign)
    }

    @Test(arguments: positions)
    func `has one spelling, whatever is done to it`(position: ChangePosition) {
        let token = Array(written(ChangeToken(epoch: "k3f9abcd", position: position)).utf8)
        var variants = (0..<token.count).map { Array(token[..<$0]) }
        for place in token.indices {
            for byte in 0...255 as ClosedRange<UInt8> {
                var changed = token
                changed[place] = byte
                variants.append(changed)
                variants.append(Array(token[..<place] + [byte] + token[place...]))
            }
        }

        var twice: [[UInt8]] = []
        for variant in variants {
            switch ChangeToken.read(variant.span, epoch: "k3f9abcd") {
            case .position(let position)?:
                let again = written(ChangeToken(epoch: "k3f9abcd", position: position))
                if Array(again.utf8) != variant { twice.append(variant) }
            case .foreign?:
                if variant.starts(with: Array("k3f9abcd.".utf8)) { twice.append(variant) }
            case nil: break
            }
        }

        #expect(twice == [])
    }

    @Test(arguments: ItemWorld.Kind.allCases)
    func `that was damaged is never more than refused`(kind: ItemWorld.Kind) throws {
        let client = try StoredClient(kind)
        client.write(("POST", "/items", #"[{"title":"a"},{"title":"b"},{"title":"c"}]"#))
        client.write(("DELETE", "/items/" + uuid(1), nil))
        let page = try #require(client.send("GET", "/items/changes?limit=1").page)
        let characters = Array("0123456789.az%-+")
        var statuses: Set<Int> = []

        for place in page.token.indices {
            for character in characters {
                var token = page.token
                token.replaceSubrange(place...place, with: String(character))
                statuses.insert(client.send("GET", "/items/changes?since=" + token).status)
                token = String(page.token[..<place]) + String(character)
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
