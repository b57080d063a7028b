import SQLite
import SQLiteTestSupport
import SQLiteStorage
import TestSupport

extension SQLiteConnection {
    /// Every row of every table, to compare two databases.
    func dump() throws -> [String] {
        let tables = try rows(
            """
            SELECT 'SELECT ' || group_concat('quote("' || columns.name || '")', '||'',''||')
                || ', ''' || tables.name || ''' FROM "' || tables.name || '" ORDER BY 1'
            FROM pragma_table_list AS tables JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
            GROUP BY tables.name ORDER BY tables.name
            """, columns: 1)
        return try tables.flatMap { try rows($0, columns: 2) }
    }
}
