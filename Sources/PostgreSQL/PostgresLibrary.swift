import CPostgres
import Synchronization

/// A loaded libpq, which is never unloaded.
@safe
package final class PostgresLibrary: @unchecked Sendable {
    // Proof: immutable. The functions may be called by any thread as long as no two threads use a
    // connection at once (postgresql.org/docs/15/libpq-threading.html).

    /// The name by which the library is found.
    package static let name = "libpq.so.5"

    private static let loaded = Mutex<PostgresLibrary?>(nil)

    let functions: cpostgres_functions

    private init(_ functions: cpostgres_functions) {
        self.functions = functions
    }

    /// Loads the library with the first call; a server that does not use PostgreSQL never loads it.
    package static func load(_ name: String = name) throws(PostgresFailure) -> PostgresLibrary {
        let library = loaded.withLock { loaded -> PostgresLibrary? in
            if let loaded, name == Self.name { return loaded }
            var functions = cpostgres_functions()
            guard unsafe cpostgres_load(name, &functions) else { return nil }
            let library = PostgresLibrary(functions)
            loaded = library
            return library
        }
        guard let library else { throw .libraryMissing(name) }
        return library
    }
}
