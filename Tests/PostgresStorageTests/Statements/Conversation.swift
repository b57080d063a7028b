import Accounts
import Items
import PostgreSQL
import PostgresStorage
import PostgresTestSupport
import Storage
import StorageTestSupport
import TestSupport

/// Uses every call of the repositories, so that all statements of requests and of maintenance are
/// sent. Each step names the owners whose rows it may touch.
final class Conversation {
    private static let day = 86_400.0

    private let world: PostgresWorld
    private let time = ManualClock(1_000)
    private let process: RecordedProcess
    private let owner: Owner
    private let other: Owner

    private init(_ world: PostgresWorld, _ log: StatementLog) throws {
        self.world = world
        process = RecordedProcess(on: world, time, log)
        owner = world.database.localOwner
        other = try world.addOwner()
    }

    /// Runs the whole conversation, and returns the recorded statements.
    static func record(on world: PostgresWorld, hasPlans: Bool) throws -> [StatementLog.Entry] {
        let log = StatementLog(hasPlans: hasPlans)
        let conversation = try Conversation(world, log)
        try conversation.writeItems()
        try conversation.createItems()
        try conversation.writeTogether()
        try conversation.list()
        try conversation.readChanges()
        try conversation.useAccounts()
        try conversation.pruneByQuota()
        try conversation.maintain()
        return log.entries
    }

    private func begin(_ step: String, of owners: Owner...) {
        process.log.begin(step, of: owners.map(\.key))
    }

    private func writeItems() throws {
        begin("write items", of: owner)
        let new = (1...6 as ClosedRange<UInt64>).map { number in
            NewItem(
                id: id(number), hasGeneratedID: number > 3,
                content: ItemContent(
                    title: "milk \(number)", timestamp: number > 4 ? 5_000 : nil,
                    location: Location(
                        name: "Munich", coordinate: Coordinate(latitude: 48, longitude: 11))))
        }
        for _ in 1...2 {
            try process.write(.add(new, onConflict: .replace), of: owner, once: .post("a"))
        }
        try process.write(.put(id(1), content("bread")), of: owner)
        var patch = ItemPatch()
        patch.title = "butter"
        try process.write(.patch(id(1), patch), of: owner)
        try process.write(.delete(id(1)), of: owner)
        try process.write(.put(id(1), content("again")), of: owner)
        let steps = [
            BatchStep(.put(id(7), content("seven"))), BatchStep(.patch(id(2), patch)),
            BatchStep(.delete(id(3))),
        ]
        let revision = try process.write(.batch(steps), of: owner).revision
        try process.write(.undo(revision: revision), of: owner)
        patch.done = true
        try process.write(.patchMatching(ItemFilter(), patch), of: owner)
        let deletion = try process.write(.deleteMatching(ItemFilter()), of: owner).revision
        try process.write(.undo(revision: deletion), of: owner)
        begin("lose a commit", of: owner)
        try process.writeLosingCommit(.put(id(8), content("eight")), of: owner)
    }

    /// Creates items in succession until the writer knows the owner's row.
    private func createItems() throws {
        begin("create items", of: owner)
        for number in 40...46 as ClosedRange<UInt64> {
            let new = NewItem(id: id(number), hasGeneratedID: true, content: content("created"))
            try process.write(.add([new], onConflict: .refuse), of: owner)
        }
    }

    /// Writes of two owners in one batch.
    private func writeTogether() throws {
        begin("write together", of: owner, other)
        func jobs(_ action: (UInt64) -> ItemWrite.Action) -> [WriteJob] {
            [owner, other].flatMap { owner in
                (20...22 as ClosedRange<UInt64>).map { number in
                    WriteJob(
                        apart: ItemWrite(owner: owner, action: action(number)),
                        once: .post("\(number) \(action(number))")
                    ) { _ in }
                }
            }
        }
        for title in ["first", "second"] {
            for outcome in process.batch.runAndMaintain(
                jobs { .put(id($0), content("\(title) \($0)")) }, [], isMaintenance: false
            ).items { _ = try outcome.get() }
        }
        for outcome in process.batch.runAndMaintain(
            jobs { .delete(id($0)) }, [], isMaintenance: false
        ).items {
            _ = try outcome.get()
        }
        for outcome in process.batch.runAndMaintain(
            jobs { .put(id($0), content("third")) }, [], isMaintenance: false
        ).items { _ = try outcome.get() }
    }

    private func list() throws {
        begin("list", of: owner)
        let sorts: [ItemSort?] =
            [nil]
            + ItemSort.Key.allCases.flatMap { key in
                [ItemSort(key), ItemSort(key, isDescending: true)]
            }
        for sort in sorts {
            for done in [nil, false, true] as [Bool?] {
                var query = ItemQuery(sort: sort)
                query.filter.done = done
                let first = try process.repository.page(query, of: owner, limit: 3)
                for last in first {
                    let position = last.position(in: sort)
                    _ = try process.repository.page(query, of: owner, after: position, limit: 3)
                }
                try drain(process.repository.snapshot(query, of: owner, after: nil, limit: nil))
            }
        }
        var search = ItemFilter()
        search.words = SearchWords("milk")
        var near = ItemFilter()
        near.near = GeoCircle(center: Coordinate(latitude: 48, longitude: 11), radius: 100)
        var due = ItemFilter()
        due.dueBefore = 6_000
        for filter in [search, near, due] {
            _ = try process.repository.page(ItemQuery(filter: filter), of: owner, limit: 3)
        }
        begin("read", of: owner)
        _ = try process.repository.item(id(2), of: owner)
        _ = try process.repository.revision(of: owner)
    }

    private func drain(_ snapshot: any ItemSnapshot) throws {
        while try snapshot.show(100, { _ in true }) {}
    }

    private func readChanges() throws {
        begin("read changes", of: owner)
        let repository = process.repository
        var positions: [ChangePosition?] = [nil, .after(revision: 1), .after(revision: 1, rest: 2)]
        while let position = positions.popLast() {
            let next = try repository.changes(
                of: owner, since: position, limit: 2, begin: { _ in true }, { _, _ in true })
            if case .listing? = next { positions.append(next) }
        }
    }

    private func useAccounts() throws {
        func token(_ number: UInt64, of owner: Owner, by: UInt64? = nil) -> NewToken {
            NewToken(
                selector: TokenSelector(high: number << 32, low: number),
                digest: Digest([number, 0, 0, 0]), owner: owner,
                label: by.map { _ in "job" }, lifetime: 10 * Self.day,
                requestedBy: by.map { TokenSelector(high: $0 << 32, low: $0) })
        }
        begin("adopt", of: owner)
        try process.change(
            .add(
                NewAccount(
                    name: "Ada", email: Email(stored: "ada@b.c"), password: "$y$a",
                    adoptsLocalItems: true)))
        begin("register")
        let account = NewAccount(name: "Bob", email: Email(stored: "bob@b.c"), password: "$y$b")
        guard case .added(let bob) = try process.change(.add(account)) else { return }
        begin("use an account", of: bob.owner)
        for number in 1...101 as ClosedRange<UInt64> {
            try process.change(.addToken(token(number, of: bob.owner, by: number > 1 ? 1 : nil)))
        }
        let first = TokenSelector(high: 1 << 32, low: 1)
        try process.change(
            .change(
                bob.owner,
                AccountChange(
                    name: "Robert", email: Email(stored: "rob@b.c"), password: "$y$c",
                    requestedBy: first)))
        try process.change(.rehash(bob.owner, from: "$y$c", to: "$y$d"))
        try process.change(.touch(first, expiresAt: 20 * Self.day))
        let repository = process.repository
        _ = try repository.account(of: bob.owner)
        _ = try repository.credentials(of: Email(stored: "rob@b.c"))
        _ = try repository.tokens(of: bob.owner)
        _ = try repository.token(first)
        _ = try repository.revocations()
        for number in 2...4 as ClosedRange<UInt64> {
            try process.change(.addToken(token(number, of: bob.owner)))
        }
        begin("read together", of: owner, other, bob.owner)
        try process.readTogether(
            [owner, other], [id(2), id(20)], [first, TokenSelector(high: 2 << 32, low: 2)])
        begin("revoke", of: bob.owner)
        if let handle = TokenHandle("00000002") {
            try process.change(.revokeHandle(handle, of: bob.owner))
        }
        try process.change(.signOut(TokenSelector(high: 3 << 32, low: 3), of: bob.owner))
        try process.change(.revokeAll(bob.owner))
        try process.change(.setPassword(bob.owner, to: "$y$e"))
        try process.write(.put(id(1), content("last")), of: bob.owner, once: .post("k"))
        try process.write(.delete(id(1)), of: bob.owner)
        try process.change(.remove(bob.owner))
        begin("erase", of: bob.owner)
        while process.batch.maintenanceState == .pending {
            _ = process.batch.runAndMaintain([], [], isMaintenance: true)
        }
        begin("find an address")
        guard let address = Address("Munich") else { return }
        process.batch.store([
            GeocodeResult(
                address: address, coordinate: Coordinate(latitude: 48, longitude: 11), foundAt: 1)
        ])
        _ = try repository.cachedResult(for: address, now: 2)
    }

    /// Writes of an owner that has too much history and too many responses.
    private func pruneByQuota() throws {
        begin("prune by quota", of: other)
        let small = RecordedProcess(on: world, time, process.log, history: 500, answers: 2_000)
        for number in 1...3 as ClosedRange<UInt64> {
            try small.write(
                .put(id(number), content("much")), of: other,
                once: .post("long \(number)", padding: 1_500))
        }
        try small.batch.close()
    }

    private func maintain() throws {
        time.now = 40 * Self.day
        begin("prune", of: owner, other)
        _ = process.batch.runAndMaintain([], [], isMaintenance: false)
        try process.batch.close()
    }
}
