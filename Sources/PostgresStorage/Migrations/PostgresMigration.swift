/// A step of the schema, from the file of the same name in `migrations/postgres/`.
package struct PostgresMigration: Equatable, Sendable {
    package let number: Int
    package let name: String
    /// The SQL of the file.
    private let text: String
    package let sql: String

    /// All steps in order. The build embeds each file; a new one is listed here.
    package static let all = [
        PostgresMigration(
            number: 1, name: "0001_schema",
            sql: String(decoding: PackageResources._001_schema_sql, as: UTF8.self))
    ]

    package init(number: Int, name: String, sql: String) {
        self.init(number: number, name: name, text: sql, sql: sql)
    }

    private init(number: Int, name: String, text: String, sql: String) {
        self.number = number
        self.name = name
        self.text = text
        self.sql = sql
    }

    /// FNV-1a of the file, which detects an accidental edit of an applied step.
    package var checksum: Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash)
    }
}

/// Tables in parts.
extension PostgresMigration {
    /// The tables whose keys and unique indexes all begin with an owner.
    static let partitionedTables = ["owners", "items", "tombstones", "changes", "answers"]

    /// The step that makes these tables in this number of parts, by a hash of the owner; later steps
    /// change a table with its parts.
    ///
    ///     CREATE TABLE items (…);    ──▶    CREATE TABLE items (…) PARTITION BY HASH (owner);
    ///                                       CREATE TABLE items_0 PARTITION OF items …;
    package func partitioned(into count: Int) -> PostgresMigration {
        var lines: [Substring] = []
        // The table whose definition the line is in.
        var table: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("CREATE TABLE ") {
                table = line.dropFirst("CREATE TABLE ".count).prefix { $0 != " " }
            }
            guard let name = table, line.hasPrefix(")"), line.hasSuffix(";") else {
                lines.append(line)
                continue
            }
            table = nil
            guard Self.partitionedTables.contains(String(name)) else {
                lines.append(line)
                continue
            }
            // The options after the columns are for the parts, which have the rows.
            let settings = line.dropFirst().dropLast()
            lines.append(") PARTITION BY HASH (owner);")
            for part in 0..<count {
                lines.append(
                    """
                    CREATE TABLE \(name)_\(part) PARTITION OF \(name) \
                    FOR VALUES WITH (MODULUS \(count), REMAINDER \(part))\(settings);
                    """)
            }
        }
        return PostgresMigration(
            number: number, name: name, text: text, sql: lines.joined(separator: "\n"))
    }
}
