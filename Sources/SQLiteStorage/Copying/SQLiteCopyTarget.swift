import Accounts
package import Items
import SQLite
package import Storage

/// Writes a copy into a new file, in one transaction. The caller syncs the file.
package final class SQLiteCopyTarget: CopyTarget {
    private let session: Connection
    private let statements: WriteStatements
    private var addOwner: Statement
    private var addAccount: Statement
    private var addToken: Statement
    private var renewal = ClockRenewal()

    private init(_ session: Connection) throws(DatabaseError) {
        self.session = session
        statements = try WriteStatements(session)
        addOwner = try session.prepare(
            """
            INSERT INTO owners (owner, epoch, revision, last_sequence, item_bytes) \
            VALUES (?1, ?2, ?3, ?4, ?5)
            """)
        addAccount = try session.prepare(
            """
            INSERT INTO accounts (owner, name, email, email_key, password, created_at) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """)
        addToken = try session.prepare(AccountColumns.tokenInsertion)
        try session.execute("BEGIN IMMEDIATE")
    }

    /// Creates the schema in an empty file.
    package static func open(
        _ path: String, clock: Clock
    ) throws(OpenFailure) -> SQLiteCopyTarget {
        // The first server sets WAL mode. Here everything is written into one file.
        let session = try opening { () throws(DatabaseError) in
            try Connection.openForWriting(path, busyMilliseconds: 0)
        }
        _ = try Migrator(session, Migration.all, clock: clock).migrate()
        return try opening { () throws(DatabaseError) in try SQLiteCopyTarget(session) }
    }

    package func write(_ part: CopiedPart) throws(CopyFailure) {
        try writing { () throws(DatabaseError) in
            switch part {
            case .owners(let owners): for owner in owners { try add(owner) }
            case .accounts(let accounts): for account in accounts { try add(account) }
            case .tokens(let tokens):
                for token in tokens {
                    try AccountColumns.bind(token, to: &addToken)
                    try session.run(&addToken)
                }
            case .items(let items): for (owner, item) in items { try add(item, of: owner) }
            }
        }
    }

    package func finish() throws(CopyFailure) {
        try writing { () throws(DatabaseError) in
            try session.execute(
                """
                UPDATE access SET last_owner = max(last_owner, \
                (SELECT coalesce(max(owner), 0) FROM owners));
                COMMIT;
                """)
        }
    }

    private func add(_ owner: CopiedOwner) throws(DatabaseError) {
        let (epoch, jump) = renewal.next()
        try addOwner.bind(owner.key, at: 1)
        try addOwner.bind(text: epoch, at: 2)
        try addOwner.bind(owner.revision + jump, at: 3)
        try addOwner.bind(owner.lastSequence, at: 4)
        try addOwner.bind(owner.itemBytes, at: 5)
        try session.run(&addOwner)
    }

    private func add(_ account: CopiedAccount) throws(DatabaseError) {
        try addAccount.bind(account.owner, at: 1)
        try addAccount.bind(text: account.name, at: 2)
        try addAccount.bind(text: account.email.text, at: 3)
        try addAccount.bind(blob: account.email.key.span, at: 4)
        try addAccount.bind(text: account.password, at: 5)
        try addAccount.bind(account.createdAt, at: 6)
        try session.run(&addAccount)
    }

    private func add(_ item: ToDoItem, of owner: Int) throws(DatabaseError) {
        try ItemColumns.bind(item, of: owner, to: &statements.insert)
        try session.run(&statements.insert)
        try statements.insertID.bind(owner, at: 1)
        try statements.insertID.bind(uuid: item.id, at: 2)
        try statements.insertID.bind(item.sequence, at: 3)
        try session.run(&statements.insertID)
        guard LongDescriptions.isLong(item.content.itemDescription) else { return }
        try statements.insertDescription.bind(
            Slot.number(owner: owner, sequence: item.sequence), at: 1)
        try statements.insertDescription.bind(text: item.content.itemDescription, at: 2)
        try session.run(&statements.insertDescription)
    }

    private func writing(
        _ work: () throws(DatabaseError) -> Void
    ) throws(CopyFailure) {
        do throws(DatabaseError) {
            try work()
        } catch {
            throw .target(StorageFailure(error))
        }
    }
}
