/// Constructs that a statement must not have, so that it runs on tables that are partitioned by
/// owner, and on other engines that use PostgreSQL's protocol.
enum StatementRules {
    /// Constructs that Citus or CockroachDB would refuse, or run on every shard.
    private static let refused = [
        (#"\bREFERENCES\b|\bFOREIGN\s+KEY\b"#, "a foreign key"),
        (#"\bTRIGGER\b"#, "a trigger"),
        (#"\b(FUNCTION|PROCEDURE|CALL|LANGUAGE)\b|^\s*DO\b"#, "code in the database"),
        (#"\bpg_(try_)?advisory"#, "an advisory lock"),
        (#"\bpg_xact|\btxid_|\bpg_current_(xact|snapshot)|\bxmin\b|\bctid\b"#, "a transaction id"),
        (#"\bUSING\s+(gist|gin|brin|spgist)\b|\bEXCLUDE\b"#, "an index of another kind"),
        (
            #"\b(LISTEN|UNLISTEN|NOTIFY|pg_notify)\b"#,
            "a notification outside RevisionSignalExchange"
        ),
        (#"\bLOCK\s+TABLE\b"#, "a lock of a table"),
        (#"\bCREATE\s+TEMP|\bDECLARE\b|\bSAVEPOINT\b"#, "state of a session"),
        (
            // A list of keys is not a table.
            #"FROM (?!unnest).*\bJOIN\b.*\bFOR\s+(NO\s+KEY\s+)?(UPDATE|SHARE)\b"#,
            "locks of rows over a join"
        ),
    ]

    /// Statements that search for owners, and the reason why they may.
    static let chores = [
        ("SELECT owner, count(*), coalesce(", "pruning finds the owners of the oldest rows"),
        ("SELECT owner FROM owners WHERE leaving", "erasing finds an owner that is leaving"),
        ("WITH expired AS (", "pruning takes the changes up to the expired ones"),
        ("WITH dropped AS (", "pruning takes the oldest responses, by the time"),
    ]

    static func isChore(_ sql: String) -> Bool {
        chores.contains { sql.hasPrefix($0.0) }
    }

    /// The faults of a statement.
    static func faults(of sql: String) -> [String] {
        // A regular expression's `.` stops at line breaks.
        let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return refused.compactMap { contains(line, $0.0) ? $0.1 : nil } + ownerFaults(line)
    }

    /// The faults of the text of a schema: indexes of other kinds, foreign keys and code.
    static func faults(ofSchema sql: String) -> [String] {
        let lines = sql.split(separator: "\n").filter { !$0.hasPrefix("--") }
        let text = lines.joined(separator: " ")
        return refused.compactMap { contains(text, $0.0) ? $0.1 : nil }
    }

    private static func contains(_ text: String, _ pattern: String) -> Bool {
        guard let regex = try? Regex(pattern).ignoresCase() else { return true }
        return text.contains(regex)
    }

    /// The tables with an owner that the statement names without an owner.
    private static func ownerFaults(_ sql: String) -> [String] {
        guard !isChore(sql) else { return [] }
        let tables = "(owners|items|tombstones|changes|answers)"
        let words = "WHERE|SET|ORDER|USING|LEFT|JOIN|ON|LIMIT|AS|CROSS|FOR|GROUP"
        guard
            let mention = try? Regex(
                #"\b(?:FROM|JOIN|UPDATE|USING) "# + tables + #"\b(?: (?!(?:"# + words
                    + #")\b)([a-z]+))?"#, as: (Substring, Substring, Substring?).self),
            let insertion = try? Regex(
                "INSERT INTO " + tables + #" \((?!owner\b)"#, as: (Substring, Substring).self)
        else { return ["the rule cannot be read"] }
        var faults = sql.matches(of: insertion).map { "a row of \($0.1) without its owner" }
        var needed: [String: (count: Int, table: String)] = [:]
        for match in sql.matches(of: mention) {
            let alias = match.2.map { String($0) + "." } ?? ""
            needed[alias, default: (0, String(match.1))].count += 1
        }
        for (alias, need) in needed.sorted(by: { $0.key < $1.key }) {
            let name = alias.replacing(".", with: #"\."#) + "owner"
            guard let condition = try? Regex(#"[ (]\#(name) = |= \#(name)\b"#) else {
                return ["the rule cannot be read"]
            }
            if sql.matches(of: condition).count < need.count {
                faults.append("\(need.table) of all owners")
            }
        }
        return faults
    }
}
