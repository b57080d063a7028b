import Items
import SQLite
package import Storage

/// Something in a database's schema that its migrations have not left so.
package struct SchemaDifference: Equatable, Sendable {
    /// What is wrong with it.
    package enum Kind: Equatable, Sendable {
        case added, missing, changed
    }

    package let kind: Kind
    /// `table`, `index`, `view` or `trigger`.
    package let type: String
    package let name: String

    /// A difference about the object with a name.
    package init(_ kind: Kind, type: String, name: String) {
        self.kind = kind
        self.type = type
        self.name = name
    }
}

/// The schema of a file, compared with what the migrations make.
///
/// A trigger or a view from elsewhere would run within this program's statements: it could
/// change what they do, or never end.
extension SQLiteSchema {
    fileprivate struct Object: Equatable, Sendable {
        let type: String
        let name: String
        let table: String
        let sql: String
    }

    /// The schema that all steps make; a test compares many databases with it.
    private static let currentSchema = Result { () throws(OpenFailure) in
        try objects(madeBy: Migration.sqlite)
    }

    /// Throws unless the schema is that of these steps.
    package func requireSchema(of steps: [Migration]) throws(OpenFailure) {
        let expected =
            try steps == Migration.sqlite ? Self.currentSchema.get() : Self.objects(madeBy: steps)
        let found = try opening { () throws(DatabaseError) in try Self.objects(of: session) }
        for object in found where !expected.contains(object) {
            let isOwn = expected.contains { $0.type == object.type && $0.name == object.name }
            throw .altered(object.difference(isOwn ? .changed : .added))
        }
        for object in expected where !found.contains(object) {
            throw .altered(object.difference(.missing))
        }
    }

    /// Throws if the steps are not recorded in a table: reading a view could take for ever.
    func requireTableOfSteps() throws(OpenFailure) {
        let objects = try opening { () throws(DatabaseError) in try Self.objects(of: session) }
        for object in objects where object.name.lowercased() == "migrations" {
            guard object.type == "table", object.sql.hasPrefix("CREATE TABLE ") else {
                throw .altered(object.difference(.changed))
            }
        }
    }

    private static func objects(madeBy steps: [Migration]) throws(OpenFailure) -> [Object] {
        let model = try opening { () throws(DatabaseError) in
            try SQLiteConnection.open(":memory:", .readWriteCreate)
        }
        _ = try Migrator(model, steps, clock: .constant(0)).migrate()
        return try opening { () throws(DatabaseError) in try objects(of: model) }
    }

    /// The objects of a schema, except the tables of ANALYZE, which an operator may run.
    private static func objects(
        of session: any StorageSession
    ) throws(DatabaseError) -> [Object] {
        var objects: [Object] = []
        var statement = try session.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")
        while try session.step(&statement) {
            let object = Object(
                type: statement.string(at: 0), name: statement.string(at: 1),
                table: statement.string(at: 2), sql: statement.string(at: 3))
            let isStatistics =
                object.type == "table" && ["sqlite_stat1", "sqlite_stat4"].contains(object.name)
            if !isStatistics { objects.append(object) }
        }
        return objects
    }
}

extension SQLiteSchema.Object {
    fileprivate func difference(_ kind: SchemaDifference.Kind) -> SchemaDifference {
        SchemaDifference(kind, type: type, name: name)
    }
}
