import Accounts
import HTTPServer
import SQLite
import SQLiteStorage

// Error messages for the operator, one sentence each.

extension OpenFailure {
    /// The error message, with a remedy.
    func message(_ path: String) -> String {
        switch self {
        case .foreignDatabase:
            "\(path) is a database of another program; choose another file with --db"
        case .development:
            "\(path) was created by a development version of toodoo; export its items with toodoo export "
                + "of that version and import them into a new database with toodoo import of this one"
        case .newer(let found, let known):
            "\(path) was written by a newer toodoo (schema \(found), this one supports \(known)); "
                + "use that version or restore a backup"
        case .older:
            "\(path) was written by an older toodoo; bring it up to date with toodoo migrate"
        case .edited(let name):
            "\(path) was created with a different migration \(name); "
                + "this toodoo was built from an edited migration and must not use it"
        case .altered(let difference): difference.message(path)
        case .migration(let name, let error):
            "\(path) could not be migrated by \(name) and is unchanged: \(error.message)"
        case .database(let error): error.openingMessage(path)
        }
    }
}

extension SchemaDifference {
    /// The message about a schema that another program has changed.
    fileprivate func message(_ path: String) -> String {
        // The name is the file's.
        let what = "\(type.printable) \"\(name.printable)\""
        return switch kind {
        case .added:
            "\(path) has a \(what) that toodoo did not make; drop it with sqlite3, or restore a backup"
        case .missing: "\(path) lacks the \(what) of its schema; restore a backup"
        case .changed:
            "the \(what) of \(path) is not as toodoo made it; restore a backup"
        }
    }
}

extension DatabaseError {
    fileprivate func openingMessage(_ path: String) -> String {
        switch kind {
        case .busy: "\(path) is locked by another process"
        case .corrupt: "\(path) is not a database, or it is damaged; restore a backup"
        case .readOnly where isHotJournal:
            "\(path) has a journal of a write that was broken off, which this command must not roll "
                + "back; toodoo migrate does, and so does a start"
        case .readOnly: "\(path) cannot be written to"
        case .cannotOpen: "\(path) cannot be opened or created; check its folder and permissions"
        case .full: "the disk of \(path) is full"
        case .ioError: "\(path) could not be read or written: \(message)"
        case .constraint, .interrupted, .tooBig, .schemaMismatch, .noMemory, .misuse, .other:
            "\(path) could not be opened: \(message)"
        }
    }
}

extension SharedFile {
    /// The warning that permissions were removed.
    var restricted: String {
        "\(path) could be used by other users (mode \(octal(before))); its mode is \(octal(after)) now"
    }

    /// The warning that permissions on this user's own file could not be removed.
    var notRestricted: String {
        "\(path) can be used by other users (mode \(octal(after))), and its file system keeps it so"
    }

    private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}

extension ListenFailure {
    /// The failure in one sentence.
    func message(host: String, port: UInt16, option: String = "--port") -> String {
        switch self {
        case .notAnAddress(let host) where option == "--metrics":
            "--metrics must have an IPv4 or IPv6 address, not \"\(host)\""
        case .notAnAddress(let host): "--host must be an IPv4 or IPv6 address, not \"\(host)\""
        case .notAListener(let descriptor):
            "descriptor \(descriptor) from LISTEN_FDS must be a listening TCP socket on an IPv4 or IPv6 "
                + "address"
        case .system(let error) where error.isAddressInUse:
            "port \(port) on \(host) is in use; choose another with \(option)"
        case .system(let error): "cannot listen on port \(port) of \(host): \(error)"
        }
    }

    /// An invalid value is a usage error, even when only the system detects it.
    var exitCode: ExitCode {
        switch self {
        case .notAnAddress, .notAListener: .usage
        case .system: .failure
        }
    }
}

extension HashingFailure {
    /// The failure in one sentence.
    var message: String {
        switch self {
        case .noMemory: "there is not enough memory to hash a password"
        case .unavailable(let code):
            "passwords cannot be hashed: \(Errno(code: code)); the C library's crypt must support yescrypt"
        }
    }
}
