import Items
import SQLite

extension SQLiteItemTransaction {
    func record(for key: IdempotencyKey) throws(StorageFailure) -> IdempotencyRecord? {
        try storing { () throws(DatabaseError) in
            try idempotency.find.withReset { statement throws(DatabaseError) in
                try bind(key, to: &statement)
                guard try session.step(&statement) else { return nil }
                let isWhole = !statement.isNull(at: 4)
                let status = try statement.counter(at: 2)
                try statement.require((200...299).contains(status), "an answer that is none")
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
    }

    func store(_ record: IdempotencyRecord, for key: IdempotencyKey) throws(StorageFailure) {
        guard let response = record.response else { return }
        try storing { () throws(DatabaseError) in
            try resize(key, to: response.content.count)
            try bind(key, to: &idempotency.keep)
            try idempotency.keep.bind(blob: record.fingerprint.span, at: 5)
            try idempotency.keep.bind(record.answeredAt, at: 6)
            try idempotency.keep.bind(response.status, at: 7)
            try idempotency.keep.bind(blob: response.head.span, at: 8)
            try idempotency.keep.bind(blob: response.content.span, at: 9)
            try session.run(&idempotency.keep)
            while try total() > responseByteLimit, let oldest = try oldest() {
                try resize(oldest, to: 0)
                try bind(oldest, to: &idempotency.drop)
                try session.run(&idempotency.drop)
            }
        }
    }

    /// Replaces the bytes of the content under the key in the owner's sum.
    private func resize(_ key: IdempotencyKey, to bytes: Int) throws(DatabaseError) {
        try bind(key, to: &idempotency.resize)
        try idempotency.resize.bind(bytes, at: 5)
        try session.run(&idempotency.resize)
    }

    private func total() throws(DatabaseError) -> Int {
        try idempotency.total.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            return try session.step(&statement) ? statement.counter(at: 0) : 0
        }
    }

    private func oldest() throws(DatabaseError) -> IdempotencyKey? {
        try idempotency.oldest.withReset { statement throws(DatabaseError) in
            try statement.bind(owner.key, at: 1)
            guard try session.step(&statement) else { return nil }
            return IdempotencyKey(
                statement.string(at: 0), method: statement.string(at: 1),
                target: statement.string(at: 2))
        }
    }

    private func bind(
        _ key: IdempotencyKey, to statement: inout Statement
    ) throws(DatabaseError) {
        try statement.bind(owner.key, at: 1)
        try statement.bind(text: key.key, at: 2)
        try statement.bind(text: key.method, at: 3)
        try statement.bind(text: key.target, at: 4)
    }
}
