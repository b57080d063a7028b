import Accounts
import Items

extension DatabaseSession {
    /// Calls `body` with the contents of the database at one moment, while servers may write,
    /// without the rows of owners that are leaving. First come all owners, then all accounts,
    /// tokens, subscriptions and items, in parts that fit into memory. Items are in the order of their owners, and
    /// in the default order of each.
    package func copy(
        _ body: (CopiedPart) throws(CopyFailure) -> Void
    ) throws(CopyFailure) {
        var failure: CopyFailure?
        /// Passes on a part; false after a failure.
        func pass(_ part: CopiedPart) -> Bool {
            guard failure == nil else { return false }
            do throws(CopyFailure) {
                try body(part)
                return true
            } catch {
                failure = error
                return false
            }
        }
        do throws(StorageFailure) {
            try reading { () throws(Failure) in
                try readParts(
                    """
                    SELECT owner, revision, last_sequence, item_count, item_bytes FROM owners \
                    WHERE NOT leaving ORDER BY owner
                    """
                ) { row throws(Failure) in
                    CopiedOwner(
                        key: try row.integer(0), revision: try row.integer(1),
                        lastSequence: try row.integer(2),
                        items: ItemSize(count: try row.integer(3), bytes: try row.integer(4)))
                } pass: {
                    pass(.owners($0))
                }
                try readParts("\(AccountStatements.accounts) ORDER BY a.owner") {
                    row throws(Failure) in
                    CopiedAccount(account: try row.account(), password: try row.optionalText(5))
                } pass: {
                    pass(.accounts($0))
                }
                try readParts("\(AccountStatements.tokens) ORDER BY selector") {
                    row throws(Failure) in
                    try row.token()
                } pass: {
                    pass(.tokens($0))
                }
                try copyReminders(pass)
                var items: [(owner: Int, item: ToDoItem)] = []
                try readItems { owner, item in
                    items.append((owner, item))
                    guard items.count == rowsPerPart else { return true }
                    defer { items = [] }
                    return pass(.items(items))
                }
                if !items.isEmpty { _ = pass(.items(items)) }
            }
        } catch {
            throw .source(error)
        }
        if let failure { throw failure }
    }

    private func copyReminders(_ pass: (CopiedPart) -> Bool) throws(Failure) {
        try read("SELECT at, owner, sequence, key FROM push WHERE one = 1") {
            row throws(Failure) in
            pass(
                .push(
                    CopiedPush(
                        key: try row.optionalBytes(3), at: try row.double(0),
                        owner: try row.integer(1), sequence: try row.integer(2))))
        }
        try readParts("\(SubscriptionColumns.selection) WHERE NOT leaving ORDER BY handle") {
            row throws(Failure) in
            try row.subscription()
        } pass: {
            pass(.subscriptions($0))
        }
        try readParts("SELECT handle, at, id, owner FROM deliveries ORDER BY handle, at, id") {
            row throws(Failure) in
            guard let handle = SubscriptionHandle(try row.text(0)) else {
                throw row.malformed("an invalid handle of a subscription")
            }
            let (high, low) = try row.uuid(2)
            return CopiedDelivery(
                handle: handle, at: try row.double(1), id: ItemID(high: high, low: low),
                owner: try row.integer(3))
        } pass: {
            pass(.deliveries($0))
        }
    }

    private func readParts<Value>(
        _ sql: String, _ value: (Row) throws(Failure) -> Value, pass: ([Value]) -> Bool
    ) throws(Failure) {
        var part: [Value] = []
        try read(sql) { row throws(Failure) in
            part.append(try value(row))
            guard part.count == rowsPerPart else { return true }
            defer { part = [] }
            return pass(part)
        }
        if !part.isEmpty { _ = pass(part) }
    }

    private var rowsPerPart: Int { 250 }
}
