/// A session whose database has a schema: what differs between storages when they migrate.
package protocol SchemaSession: SQLSession {
    associatedtype SchemaFailure: MigrationFailure where SchemaFailure.Cause == Failure

    /// Whether the database has no table of steps yet. Throws if it is of another program.
    func isNew() throws(SchemaFailure) -> Bool
    /// Begins a transaction in which no other process changes the schema, in a database with the
    /// table of steps, which is made if the database is new. Returns whether no step can have been
    /// applied.
    func begin() throws(SchemaFailure) -> Bool
    /// Ends the transaction if it is open, and what it did.
    func rollBack()
    /// Runs the statements of a step.
    func execute(script: String) throws(Failure)
    /// Throws unless the schema is what these steps make, as far as the storage compares it.
    func requireSchema(of steps: [Migration]) throws(SchemaFailure)
}

/// Why a database cannot be used; the cases that all storages have.
package protocol MigrationFailure: Error {
    associatedtype Cause: Error

    /// No step was applied.
    static var empty: Self { get }
    /// A step is missing.
    static var older: Self { get }
    /// The database was migrated by a newer program.
    static func newer(found: Int, known: Int) -> Self
    /// The text of an applied step differs from this program's.
    static func edited(_ step: String) -> Self
    /// A step failed; the database is unchanged.
    static func migration(_ step: String, _ cause: Cause) -> Self
    static func database(_ cause: Cause) -> Self
}
