import Storage

@testable import SQLiteStorage

// Ann is owner 2. Her entries are 305 to 608: 300 of revision 1, of which 560 has a mark, then one of
// each revision up to 5. SQLite's bit operators all bind alike, so the keys are written out.
extension `An invariant` {
    private static let open7 = 2 << 32 | 7
    static let open4 = 2 << 32 | 4
    private static let done1 = 2 << 32 | 1 << 31 | 1
    private static let long2 = 2 << 32 | 2
    private static let isLong2 = "WHERE number = \(long2)"

    static let violations =
        belonging + revisions + identity + details + history + chain + sums + answers
        + accounts

    private static let belonging = [
        Violation(
            "everything in items belongs to an owner",
            "UPDATE items SET slot = 9 << 32 | 7 WHERE slot = \(open7)", "owner 9"),
        Violation(
            "everything in details belongs to an owner",
            "UPDATE details SET number = 9 << 32 | 2 \(isLong2)", "owner 9"),
        Violation(
            "everything in ids belongs to an owner",
            "UPDATE ids SET owner = 9 WHERE owner = 2 AND sequence = 7", "owner 9"),
        Violation(
            "everything in log belongs to an owner",
            "UPDATE log SET owner = 9 WHERE entry = 305", "owner 9"),
        Violation(
            "everything in marks belongs to an owner",
            "UPDATE marks SET owner = 9 WHERE owner = 2", "owner 9"),
        Violation(
            "everything in reminders belongs to an owner",
            "INSERT INTO reminders VALUES (0, 9, 7)", "owner 9"),
    ]

    private static let ahead =
        "no entry of the log is ahead of its owner's revision, or behind the last one"
    private static let revisions = [
        Violation(
            "no item is ahead of its owner's revision",
            "UPDATE items SET revision = 6 WHERE slot = \(open7)", "owner 2, revision 6"),
        Violation(ahead, "UPDATE log SET revision = 6 WHERE entry = 608", "owner 2, entry 608"),
        Violation(
            ahead, "UPDATE owners SET last_entry = 607 WHERE owner = 2", "owner 2, entry 608"),
        Violation(
            "no sequence is beyond the last one that was given out",
            "UPDATE owners SET last_sequence = 299 WHERE owner = 2", "owner 2, sequence 300"),
    ]

    private static let found = "every item is found by its id"
    private static let leads = "every id leads to its item, or to its deletion"
    private static let identity = [
        Violation(found, "DELETE FROM ids WHERE owner = 2 AND sequence = 7", "slot \(open7)"),
        Violation(
            found, "UPDATE ids SET sequence = 999 WHERE owner = 2 AND sequence = 7",
            "slot \(open7)"),
        Violation(
            found, "UPDATE ids SET deleted_by = 607 WHERE owner = 2 AND sequence = 7",
            "slot \(open7)"),
        Violation(
            found, "UPDATE items SET id = zeroblob(16) WHERE slot = \(open7)", "slot \(open7)"),
        Violation(leads, "DELETE FROM items WHERE slot = \(open7)"),
        Violation(leads, "DELETE FROM items WHERE slot = \(done1)"),
        // At its sequence it is both open and done.
        Violation(
            leads,
            """
            CREATE TEMP TABLE twin AS SELECT * FROM items WHERE slot = \(open7);
            UPDATE twin SET slot = slot + 2147483648, done_at = 1;
            INSERT INTO items SELECT * FROM twin
            """),
        Violation(leads, "UPDATE ids SET deleted_by = 606 WHERE owner = 2 AND sequence = 3"),
        Violation(leads, "UPDATE ids SET deleted_by = NULL WHERE owner = 2 AND sequence = 3"),
        // The deletion of the same id by the other owner.
        Violation(leads, "UPDATE ids SET deleted_by = 303 WHERE owner = 2 AND sequence = 3"),
        Violation(leads, "UPDATE log SET id = zeroblob(16) WHERE entry = 607"),
        Violation(leads, "UPDATE log SET sequence = 300 WHERE entry = 607"),
    ]

    private static let long = "all details are an item's"
    private static let details = [
        Violation(
            long,
            "INSERT INTO details (number, description) VALUES (\(open7), printf('%.300c', 'x'))",
            "number \(open7)"),
        Violation(
            long, "UPDATE details SET description = description || 'x' \(isLong2)",
            "number \(long2)"),
        Violation(
            long, "UPDATE items SET details = 300 WHERE slot = \(long2)",
            "number \(long2)"),
        Violation(
            long,
            """
            INSERT INTO details (number, remind) VALUES (\(open7), 10);
            UPDATE items SET details = 0, timestamp = NULL WHERE slot = \(open7)
            """, "number \(open7)"),
        Violation(
            "every reminder is of an open item that has it",
            "INSERT INTO reminders VALUES (0, 2, 7)", "owner 2, sequence 7"),
        Violation(
            "every open item that reminds has its reminder",
            """
            INSERT INTO details (number, remind) VALUES (\(open7), 10);
            UPDATE items SET details = 0, timestamp = 600 WHERE slot = \(open7)
            """, "slot \(open7)"),
        Violation(
            "every item has its details", "DELETE FROM details \(isLong2)",
            "slot \(long2)"),
    ]

    private static let ends = "what the log says of an item ends where the item is now"
    private static let marks = "every mark is of an entry that says so"
    private static let history = [
        Violation(
            ends, "UPDATE items SET revision = 4 WHERE slot = \(open4)", "owner 2, entry 608"),
        Violation(
            ends, "UPDATE log SET members = members & ~2 WHERE entry = 607", "owner 2, entry 607"),
        Violation(
            ends, "UPDATE log SET members = members | 2 WHERE entry = 608", "owner 2, entry 608"),
        Violation(
            "the log has the last write to every item, unless it was forgotten",
            """
            UPDATE items SET revision = 2 WHERE slot = \(open7);
            DELETE FROM log WHERE entry = 311
            """, "slot \(open7)"),
        Violation(
            "the last entry of an owner is in the log, unless it was forgotten",
            "DELETE FROM log WHERE owner = 2", "owner 2, entry 608"),
        Violation(
            "the last entry of an owner is in the log, unless it was forgotten",
            "UPDATE owners SET last_entry = 1 WHERE owner = 2", "owner 2, entry 1"),
        Violation(marks, "INSERT INTO marks VALUES (2, 2, 605)", "owner 2, entry 605"),
        Violation(marks, "UPDATE marks SET revision = 2 WHERE owner = 2", "owner 2, entry 560"),
        Violation(marks, "INSERT INTO marks SELECT 2, revision, entry FROM marks WHERE owner = 1"),
        Violation(
            "every entry that has a mark finds it", "DELETE FROM marks WHERE owner = 2",
            "owner 2, entry 560"),
    ]

    /// Violations of the chain of an owner's entries.
    private static let chain = [
        ("DELETE FROM log WHERE entry = 400", 401),
        ("DELETE FROM log WHERE entry = 608", 607),
        ("UPDATE log SET previous = 606 WHERE entry = 608", 608),
        ("UPDATE log SET revision = 3 WHERE entry = 605", 605),
        ("UPDATE log SET members = members & ~8 WHERE entry = 606", 606),
        ("UPDATE log SET members = members | 8 WHERE entry = 400", 400),
        ("UPDATE owners SET revision = 6 WHERE owner = 2", 608),
        ("UPDATE owners SET last_entry = 609 WHERE owner = 2", 608),
        // The entries of a write have consecutive numbers.
        (
            """
            UPDATE log SET entry = entry + 1000, previous = previous + iif(entry > 401, 1000, 0)
            WHERE entry > 400;
            UPDATE ids SET deleted_by = 1607 WHERE deleted_by = 607;
            UPDATE marks SET entry = 1560 WHERE owner = 2;
            UPDATE owners SET last_entry = 1608 WHERE owner = 2
            """, 1_401
        ),
    ].map { Violation(HistoryCheck.description, $0, "owner 2, entry \($1)") }

    private static let items = "what the items of an owner take is counted"
    private static let entries = "what the history of an owner takes is counted"
    private static let count = "the items of an owner are counted"
    private static let sums = [
        Violation(count, "UPDATE owners SET item_count = item_count + 1 WHERE owner = 2"),
        Violation(count, "UPDATE owners SET item_count = item_count - 1 WHERE owner = 2"),
        Violation(items, "UPDATE owners SET item_bytes = item_bytes + 1 WHERE owner = 2"),
        Violation(items, "UPDATE owners SET item_bytes = item_bytes - 1 WHERE owner = 2"),
        Violation(items, "UPDATE items SET title = title || '\u{E9}' WHERE slot = \(open7)"),
        Violation(entries, "UPDATE owners SET history_bytes = history_bytes + 1 WHERE owner = 2"),
        Violation(entries, "UPDATE owners SET history_bytes = history_bytes - 1 WHERE owner = 2"),
        Violation(entries, "UPDATE log SET title = title || '\u{E9}' WHERE entry = 608"),
    ]

    private static let answers = [
        Violation(
            "what the kept answers come to is counted",
            "UPDATE owners SET answer_bytes = answer_bytes + 1 WHERE owner = 2")
    ]

    private static let accounts = [
        Violation(
            "every owner has an account, is leaving, or is the local one",
            "DELETE FROM accounts WHERE owner = 2"),
        Violation(
            "an owner that is leaving has no account",
            "UPDATE owners SET leaving = 1 WHERE owner = 2"),
        Violation("no owner has a key that was not given out", "UPDATE access SET last_owner = 1"),
        Violation(
            "no account has more than 100 tokens",
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 101)
            INSERT INTO tokens SELECT randomblob(16), 2, randomblob(32), NULL, 0, 0, 0, 0, 'all', NULL
            FROM n
            """, "owner 2, 101"),
        Violation(
            MemberCheck.description, "UPDATE items SET title = ' ' WHERE slot = \(open7)",
            "owner 2, sequence 7, title"),
        Violation(
            MemberCheck.description, "UPDATE log SET title = ' ' WHERE entry = 608",
            "owner 2, entry 608, title"),
        Violation(
            "no owner has more than 20 subscriptions",
            """
            WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 21)
            INSERT INTO subscriptions (handle, owner, kind, url, service, created_at)
            SELECT printf('%016x', i), 2, 'ntfy', 'https://ntfy.example/' || i, '', 0 FROM n
            """, "owner 2, 21"),
        Violation(
            "every delivery is for a subscription of its owner, which has a turn",
            "INSERT INTO deliveries VALUES ('0000000000000001', 0, zeroblob(16), 2)",
            "subscription 0000000000000001"),
        Violation(EmailCheck.description, "UPDATE accounts SET email_key = x'00' WHERE owner = 2"),
    ]
}
