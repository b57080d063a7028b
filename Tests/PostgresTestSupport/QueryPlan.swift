import Foundation
import PostgreSQL

/// A server's work for a statement, from `EXPLAIN (ANALYZE, FORMAT JSON)`.
package struct QueryPlan: Sendable {
    /// `generic` or `custom`.
    package let kind: String
    package let milliseconds: Double
    /// The tables, or parts of tables, that were searched.
    package let tables: Set<String>
    /// The number of rows that scans have read, including those that they have dropped.
    package let scannedRows: Double
    /// The number of sorted rows.
    package let sortedRows: Double
    /// The steps, each with its table, as one line.
    package let summary: String

    private struct Response: Decodable {
        let plan: Node
        let time: Double

        enum CodingKeys: String, CodingKey {
            case plan = "Plan"
            case time = "Execution Time"
        }
    }

    private struct Node: Decodable {
        let type: String
        let table: String?
        let index: String?
        let loops: Double
        let rows: Double
        let dropped: Double?
        let rechecked: Double?
        let plans: [Node]?

        enum CodingKeys: String, CodingKey {
            case type = "Node Type"
            case table = "Relation Name"
            case index = "Index Name"
            case loops = "Actual Loops"
            case rows = "Actual Rows"
            case dropped = "Rows Removed by Filter"
            case rechecked = "Rows Removed by Index Recheck"
            case plans = "Plans"
        }
    }

    init(kind: String, json: String) throws(PostgresFailure) {
        let answer: Response
        do {
            answer = try JSONDecoder().decode([Response].self, from: Data(json.utf8))[0]
        } catch {
            throw .unexpected("a plan that cannot be read: \(error)")
        }
        self.kind = kind
        milliseconds = answer.time
        var tables: Set<String> = []
        var (scanned, sorted) = (0.0, 0.0)
        var steps: [String] = []
        func visit(_ node: Node) {
            // The step of a part that was pruned at run time has never run.
            guard node.loops > 0 else { return }
            if let table = node.table, node.type != "ModifyTable" {
                tables.insert(table)
                scanned += node.loops * (node.rows + (node.dropped ?? 0) + (node.rechecked ?? 0))
            }
            if node.type.hasSuffix("Sort") { sorted += node.loops * node.rows }
            steps.append(
                ([node.type] + [node.index ?? node.table].compactMap { $0 })
                    .joined(separator: " "))
            for plan in node.plans ?? [] { visit(plan) }
        }
        visit(answer.plan)
        self.tables = tables
        (scannedRows, sortedRows) = (scanned, sorted)
        summary = steps.joined(separator: " < ")
    }
}
