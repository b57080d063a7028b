package import PostgreSQL

/// Asks a server for the plans of a statement: a generic plan, which connections use for frequent
/// statements, and a plan for the given parameters.
package final class PlanProbe {
    private let session: any PostgresSession
    private var statements = 0

    /// A probe that uses `session`.
    package init(_ session: any PostgresSession) {
        self.session = session
    }

    /// Whether a statement of this kind has a plan.
    static func hasPlan(_ sql: String) -> Bool {
        ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) }
    }

    /// Runs the statement with both plans, and rolls back its changes.
    ///
    /// EXPLAIN accepts no parameters, but EXPLAIN of EXECUTE accepts literals, which the server
    /// makes from the parameters.
    package func plans(
        of command: PostgresCommand, isInTransaction: Bool = false
    ) throws(PostgresFailure) -> [QueryPlan] {
        statements += 1
        let name = "probe_\(statements)"
        let types = try session.run(
            PostgresCommand(
                "SELECT t::oid::regtype::text FROM unnest($1) WITH ORDINALITY u(t, n) ORDER BY n"
            ) { $0.append(command.parameters.types) { Int($0) } })
        let names = (0..<types.count).map { types.string($0, 0) }
        let list = names.isEmpty ? "" : "(\(names.joined(separator: ", ")))"
        var literals = ""
        if !names.isEmpty {
            // The types are in the text, because a connection prepares each text once.
            let quoted = names.enumerated().map { "quote_nullable($\($0 + 1)::\($1)::text)" }
            let row = try session.run(
                PostgresCommand(
                    "SELECT \(quoted.joined(separator: ", "))", command.parameters))
            literals = "(\(names.indices.map { row.string(0, $0) }.joined(separator: ", ")))"
        }
        _ = try session.run(isInTransaction ? "SAVEPOINT probe" : "BEGIN")
        _ = try session.run("PREPARE \(name)\(list) AS \(command.sql)")
        let plans = try ["generic", "custom"].map { kind throws(PostgresFailure) in
            _ = try session.run("SET LOCAL plan_cache_mode = force_\(kind)_plan")
            _ = try session.run("SAVEPOINT run")
            let rows = try session.run(
                "EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE \(name)\(literals)")
            _ = try session.run("ROLLBACK TO SAVEPOINT run")
            return try QueryPlan(kind: kind, json: rows.string(0, 0))
        }
        _ = try session.run("DEALLOCATE \(name)")
        _ = try session.run(isInTransaction ? "ROLLBACK TO SAVEPOINT probe" : "ROLLBACK")
        return plans
    }
}
