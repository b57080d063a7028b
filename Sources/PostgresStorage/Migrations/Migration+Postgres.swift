package import Storage

extension Migration {
    /// The steps of PostgreSQL in order. The build embeds each file in `migrations/postgres/`; a new
    /// one is listed here.
    package static let postgres = [
        Migration(number: 1, name: "0001_schema", bytes: PackageResources._001_schema_sql)
    ]
}

/// Tables in parts.
extension Migration {
    /// The tables whose keys and unique indexes all begin with an owner.
    static let partitionedTables = ["owners", "items", "tombstones", "changes", "answers"]

    /// The step that makes these tables in this number of parts, by a hash of the owner; later steps
    /// change a table with its parts.
    ///
    ///     CREATE TABLE items (…);    ──▶    CREATE TABLE items (…) PARTITION BY HASH (owner);
    ///                                       CREATE TABLE items_0 PARTITION OF items …;
    package func partitioned(into count: Int) -> Migration {
        var lines: [Substring] = []
        // The table whose definition the line is in.
        var table: Substring?
        for line in sql.split(separator: "\n", omittingEmptySubsequences: false) {
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
        return running(lines.joined(separator: "\n"))
    }
}
