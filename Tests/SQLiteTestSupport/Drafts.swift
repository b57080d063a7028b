package import Accounts
package import Items
package import Storage

package typealias Outcome = WriteBatch.Outcome

/// The n-th id, which is recognizable in failures.
package func id(_ number: UInt64) -> ItemID { ItemID(high: 0, low: number) }

/// Content with only a title.
package func content(_ title: String, done: Bool = false) -> ItemContent {
    ItemContent(title: title, done: done)
}

extension NewItem {
    /// An item with the n-th id and this title.
    package init(_ number: UInt64, _ title: String, done: Bool = false) {
        self.init(
            id: ItemID(high: 0, low: number), content: ItemContent(title: title, done: done))
    }
}

extension ItemPatch {
    /// A patch with the given changes.
    package static func changing(_ change: (inout ItemPatch) -> Void) -> ItemPatch {
        var patch = ItemPatch()
        change(&patch)
        return patch
    }
}

extension IdempotentRequest {
    /// A POST of items with this key and body, whose response has the revision and `padding` zeros.
    package static func post(
        _ key: String, _ body: String = "a", to target: String = "/items", padding: Int = 0
    ) -> IdempotentRequest {
        IdempotentRequest(
            key: IdempotencyKey(key, method: "POST", target: target), fingerprint: Array(body.utf8)
        ) { .revision($0.revision, padding: padding) }
    }
}

extension StoredResponse {
    /// The response to such a request.
    package static func revision(_ revision: Int, padding: Int = 0) -> StoredResponse {
        StoredResponse(
            status: 201, head: Array("A: b\r\n".utf8),
            content: Array("\(revision)".utf8) + [UInt8](repeating: 0, count: padding))
    }
}

/// The n-th selector, with a handle of its own. Its first bit is set, as in half of all selectors.
package func selector(_ number: UInt64) -> TokenSelector {
    TokenSelector(high: 1 << 63 | number << 16, low: number)
}

/// The digest of the n-th secret.
package func digest(_ number: UInt64) -> Digest {
    Digest([number, .max, 0, ~number])
}
