import PostgreSQL
import PostgresStorage

// Error messages about a database on a PostgreSQL server, one sentence each. `name` has no password.

extension PostgresOpenFailure {
    /// The error message, with a remedy.
    func message(_ name: String) -> String {
        switch self {
        case .readOnly:
            "\(name) cannot be written to: its server is a standby, or read-only; name the primary, "
                + "or all servers with ?target_session_attrs=read-write"
        case .foreignDatabase:
            "\(name) is a database of another program; choose another with --db"
        case .empty: "there are no tables of toodoo in \(name) yet; toodoo migrate creates them"
        case .notEmpty:
            "\(name) has tables already; --partitions is for an empty database"
        case .hasData:
            "\(name) has accounts or items already; toodoo copy needs an empty database"
        case .older:
            "\(name) was written by an older toodoo; bring it up to date with toodoo migrate"
        case .inUse(let count, let programs):
            "\(name) is in use by \(count) other \(count == 1 ? "connection" : "connections") "
                + "(\(programs)); stop the servers first"
        case .newer(let found, let known):
            "\(name) was written by a newer toodoo (schema \(found), this one supports \(known)); use "
                + "that version"
        case .edited(let step):
            "\(name) was created with a different migration \(step); this toodoo was built from an "
                + "edited migration and must not use it"
        case .migration(_, .refused(.insufficientPrivilege, _)),
            .database(.refused(.insufficientPrivilege, _)):
            "\(name) does not let this user create or change tables; grant CREATE on its schema, or "
                + "make the user the owner of the database"
        case .migration(_, .refused(.diskFull, _)), .database(.refused(.diskFull, _)):
            "the disk of the server of \(name) is full"
        case .migration(let step, let failure):
            "\(name) could not be migrated by \(step) and is unchanged: \(failure)"
        case .database(let failure): failure.openingMessage(name)
        }
    }
}

extension PostgresFailure {
    fileprivate func openingMessage(_ name: String) -> String {
        switch self {
        case .libraryMissing(let library):
            "\(name) needs \(library), which cannot be loaded; install it (Debian: apt install libpq5)"
        case .unreadableURL:
            "\(name) cannot be used: libpq does not support a part of the URL"
        case .oldServer(let version):
            "the server of \(name) is PostgreSQL \(Self.text(version)); toodoo needs version "
                + "\(Self.text(PostgresConnection.oldestServer)) or newer"
        case .cannotConnect(let reason): "\(name) cannot be reached: \(reason)"
        case .disconnected(let reason): "\(name) has closed the connection: \(reason)"
        case .timedOut: "\(name) did not answer in time"
        case .tooLarge(let limit):
            "\(name) answered more than \(limit >> 20) MiB at once, which no database of toodoo does"
        case .refused, .unexpected: "\(name) could not be opened: \(self)"
        }
    }

    /// A version in PostgreSQL's numbering: 150004 is 15.4, and 90603 was 9.6.3.
    private static func text(_ version: Int) -> String {
        let (major, minor) = (version / 10_000, version % 10_000)
        if major < 10 { return "\(major).\(minor / 100)" }
        return minor == 0 ? "\(major)" : "\(major).\(minor)"
    }
}

extension PostgresCheck.Finding {
    func described(_ name: String) -> CheckReport.Finding {
        switch self {
        case .violated(let invariant, let count, let example):
            .sentence(violation(invariant, count, example))
        case .failedQuery(let query, let failure): .unchecked(query, reason: "\(failure)")
        case .schema(let failure): .sentence(failure.message(name))
        }
    }
}
