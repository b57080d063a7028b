import CommandLine

/// The database of `--db` and `TOODOO_DB`.
enum Database: Equatable, Sendable {
    /// The path of a SQLite file.
    case file(String)
    /// A database of a PostgreSQL server.
    case server(DatabaseURL)

    /// The database that a text names: a URL of PostgreSQL, or else a path.
    init(_ text: String) throws(UsageFailure) {
        guard DatabaseURL.isMeant(by: text) else {
            self = .file(text)
            return
        }
        guard let url = DatabaseURL(text) else { throw .databaseURL }
        self = .server(url)
    }

    /// The database in messages, without passwords.
    var name: String {
        switch self {
        case .file(let path): path
        case .server(let url): url.name
        }
    }
}
