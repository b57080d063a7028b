import Accounts
import Items
import Testing

@testable import toodoo

@Suite struct `The warning of an account beyond the default quota` {
    @Test(arguments: [
        (ItemSize(count: 100_000, bytes: 256 << 20), nil),
        (
            ItemSize(count: 100_001, bytes: 1),
            "ada@example.org now has 100001 items; a server with the default --owner-count 100000 "
                + "refuses to add to them"
        ),
        (
            ItemSize(count: 1, bytes: 256 << 20 + 1),
            "ada@example.org now has 268435457 bytes of items; a server with the default "
                + "--owner-items 268435456 refuses to add to them"
        ),
    ])
    func `names the account, the size and the option`(size: ItemSize, warning: String?) {
        #expect(size.quotaWarning(of: Email("ada@example.org")) == warning)
    }

    @Test func `calls the items of a server without accounts so`() {
        let warning = ItemSize(count: 100_001, bytes: 1).quotaWarning(of: nil)

        #expect(warning?.hasPrefix("the owner without an account now has 100001 items;") == true)
    }
}
