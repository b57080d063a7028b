package import Items

/// The names of rows below an owner.
package struct OwnedID: Hashable, Sendable {
    package let owner: Int
    package let id: ItemID

    package init(owner: Int, id: ItemID) {
        self.owner = owner
        self.id = id
    }
}

package struct OwnedKey: Hashable, Sendable {
    package let owner: Int
    package let key: IdempotencyKey

    package init(owner: Int, key: IdempotencyKey) {
        self.owner = owner
        self.key = key
    }
}
