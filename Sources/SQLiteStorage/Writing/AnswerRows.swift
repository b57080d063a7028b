import Items
import SQLite
import Storage

/// Reads, writes and evicts idempotency records; only requests with a key use them.
final class AnswerRows {
    private let session: any StorageSession
    private var find: Statement
    private var replace: Statement
    private var oldest: Statement
    private var drop: Statement

    init(_ session: any StorageSession) throws(DatabaseError) {
        self.session = session
        find = try session.prepare(
            """
            SELECT fingerprint, answered_at, status, head, content FROM answers \
            WHERE owner = ?1 AND key = ?2 AND method = ?3 AND target = ?4
            """)
        replace = try session.prepare(
            """
            INSERT OR REPLACE INTO answers (owner, key, method, target, fingerprint, answered_at, \
            status, head, content) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        oldest = try session.prepare(
            """
            SELECT key, method, target, length(content) FROM answers INDEXED BY answers_with_content \
            WHERE owner = ?1 AND content IS NOT NULL ORDER BY answered_at LIMIT 1
            """)
        drop = try session.prepare(
            """
            UPDATE answers SET content = NULL \
            WHERE owner = ?1 AND key = ?2 AND method = ?3 AND target = ?4
            """)
    }

    func read(_ key: OwnedKey) throws(DatabaseError) -> IdempotencyRecord? {
        try find.withReset { statement throws(DatabaseError) in
            try statement.bind(key)
            guard try session.step(&statement) else { return nil }
            let isWhole = !statement.isNull(at: 4)
            let status = try statement.counter(at: 2)
            try statement.require((200...299).contains(status), "an invalid status")
            return IdempotencyRecord(
                fingerprint: statement.bytes(at: 0),
                answeredAt: statement.double(at: 1),
                response: isWhole
                    ? StoredResponse(
                        status: status, head: statement.bytes(at: 3),
                        content: statement.bytes(at: 4))
                    : nil)
        }
    }

    func write(_ entry: BatchRows.RecordEntry) throws(DatabaseError) {
        guard let record = entry.record, let response = record.response else { return }
        try replace.bind(entry.key)
        try replace.bind(blob: record.fingerprint.span, at: 5)
        try replace.bind(record.answeredAt, at: 6)
        try replace.bind(response.status, at: 7)
        try replace.bind(blob: response.head.span, at: 8)
        try replace.bind(blob: response.content.span, at: 9)
        try session.run(&replace)
    }

    /// Evicts the oldest content of an owner's responses; returns its bytes, nil if there is none.
    func evictOldest(of owner: Int) throws(DatabaseError) -> Int? {
        guard let (key, bytes) = try oldest(of: owner) else { return nil }
        try drop.bind(key)
        try session.run(&drop)
        return bytes
    }

    private func oldest(of owner: Int) throws(DatabaseError) -> (key: OwnedKey, bytes: Int)? {
        try oldest.withReset {
            statement throws(DatabaseError) -> (key: OwnedKey, bytes: Int)? in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return nil }
            let key = IdempotencyKey(
                statement.string(at: 0), method: statement.string(at: 1),
                target: statement.string(at: 2))
            return (OwnedKey(owner: owner, key: key), try statement.counter(at: 3))
        }
    }
}

extension Statement {
    fileprivate mutating func bind(_ key: OwnedKey) throws(DatabaseError) {
        try bind(key.owner, at: 1)
        try bind(text: key.key.key, at: 2)
        try bind(text: key.key.method, at: 3)
        try bind(text: key.key.target, at: 4)
    }
}
