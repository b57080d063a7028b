import CommandLine

// What only toodoo refuses.
extension UsageFailure {
    static let noHome = UsageFailure.refused(
        "neither XDG_DATA_HOME nor HOME is an absolute path; name the database with --db")

    /// The URL of the database cannot be read; it may have a password.
    static let databaseURL = UsageFailure.refused(
        """
        the URL of the database cannot be read; it must be postgres://USER:PASSWORD@HOST:PORT/DATABASE, \
        with other characters than letters, digits and -._~ in user and password as %XX
        """)

    static let proxyUserWithoutProxies = UsageFailure.refused(
        "--proxy-user needs --proxies: the addresses of the proxies that set the field")

    static let proxyUserWithoutAccounts = UsageFailure.refused(
        "--proxy-user needs accounts: leave out --auth off")

    /// The database is on a PostgreSQL server, where this command cannot work.
    static func databaseServer(command: String, reason: String) -> UsageFailure {
        .refused("toodoo \(command) works on a file only; \(reason)")
    }

    /// `--partitions` was given for a file.
    static let partitionsOfFile = UsageFailure.refused(
        "--partitions is for a database of a PostgreSQL server")

    static func tooManySockets(_ text: String) -> UsageFailure {
        .refused("only one socket can be inherited, but LISTEN_FDS is \"\(text)\"")
    }
}
