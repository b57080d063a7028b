import Accounts
import CommandLine

/// The arguments of a command that works on a database.
struct DatabaseArguments {
    let database: Database
    let operand: String?
    private let parsed: ParsedArguments

    /// Takes the database from the arguments, else the environment, else its default place.
    init(
        _ parsed: ParsedArguments, of command: any DatabaseCommand.Type,
        environment: (String) -> String?
    ) throws(UsageFailure) {
        self.parsed = parsed
        operand = parsed.operands.first
        let variable = environment("TOODOO_DB").flatMap { $0.isEmpty ? nil : $0 }
        if let named = parsed.value("--db") ?? parsed.value("--from") ?? variable {
            database = try Database(named)
        } else {
            database = .file(try ServeOptions.defaultDatabase(environment))
        }
        if case .server = database, let reason = command.reasonAgainstServers {
            throw .databaseServer(command: command.spec.name, reason: reason)
        }
    }

    func has(_ option: String) -> Bool { parsed.has(option) }

    /// The value of an option, nil without it.
    func value(_ option: String) -> String? { parsed.value(option) }

    /// The email in an option, nil without it.
    func email(_ option: String) throws(UsageFailure) -> Email? {
        guard let text = value(option) else { return nil }
        return try email(text, of: option)
    }

    func email() throws(UsageFailure) -> Email { try email(operand ?? "", of: "the email") }

    private func email(_ text: String, of option: String) throws(UsageFailure) -> Email {
        guard let email = Email(text) else {
            throw .badValue(
                option: option, value: text, expected: "an email address, such as ann@example.org")
        }
        return email
    }
}

extension OptionSpec {
    static func database(_ name: String = "--db", isFile: Bool = false) -> OptionSpec {
        OptionSpec(
            name, "PATH",
            help: """
                the database\(isFile ? ", which must be a file" : ", or postgres://… of a server"); also
                TOODOO_DB ($XDG_DATA_HOME/toodoo/toodoo.sqlite, or below ~/.local/share)
                """, completes: .files)
    }
}
