import Accounts
import CommandLine
import Items
import Storage

/// `toodoo user add`: adds an account.
struct UserAddCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "user add", "add an account",
        options: [
            OptionSpec(
                "--email", "EMAIL", help: "the email to sign in with; letter case is ignored",
                isRequired: true),
            OptionSpec(
                "--name", "NAME", help: "the user's name (the part of the email before the @)"),
            OptionSpec(
                "--adopt", help: "move the items that were written without accounts to this account"
            ),
            .database(),
        ],
        about: """
            Adds an account. The password is asked for twice, or is the first line of standard input if that is
            no terminal: 10 to 500 bytes, and no common password. A running server accepts the account at once.
            """)

    private let database: Database
    private let email: Email
    private let name: String
    private let adopts: Bool

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        database = arguments.database
        adopts = arguments.has("--adopt")
        let address = arguments.value("--email") ?? ""
        do throws(AccountFault) {
            email = try AccountRules.email(address)
        } catch {
            throw .badValue(option: "--email", value: address, expected: error.expectedEmail)
        }
        let text = arguments.value("--name") ?? email.nameOfNewAccount
        do throws(AccountFault) {
            name = try AccountRules.name(text)
        } catch {
            throw .badValue(
                option: "--name", value: text,
                expected:
                    "1 to \(AccountRules.nameCharacters) characters, none of them a control, format or "
                    + "private-use character"
            )
        }
    }

    func run() throws(CommandFailure) {
        // A bad password leaves no new database behind.
        let early =
            database.access.isNew ? try PasswordPrompt.readHashed(for: name, email) : nil
        let context = try AccountCommandContext(database, creating: true)
        // Before the prompt for the password.
        if (try? context.owner(of: email)) != nil {
            throw adopts ? .takenByAdopter(email.text, copying: copying) : .taken(email.text)
        }
        let left = try context.itemsWithoutAccount()
        if left > 0, !adopts { Output.error("toodoo: " + hint(of: left)) }
        let password =
            if let early { early } else { try PasswordPrompt.readHashed(for: name, email) }
        // First erases the rest of a removed account that had adopted the items; the pauses let
        // other writes through.
        if adopts { while context.accounts.eraseSome() { pause(milliseconds: 5) } }
        let account = NewAccount(
            name: name, email: email, password: password, adoptsLocalItems: adopts)
        try context.perform([.add(account)], of: email.text)
        context.close()
        var message = "added the account \(email.text)"
        if context.isNew { message += " in a new database, \(database.name)" }
        if left > 0, adopts {
            message += ", with the " + LocalItems.written(left)
        }
        Output.line(message)
    }

    /// Reports, before the prompt for the password, the fate of the items without an account.
    private func hint(of items: Int) -> String {
        let them = items == 1 ? "it" : "them"
        return """
            \(LocalItems.were(items)) written without accounts and \(items == 1 ? "stays" : "stay") \
            without one; --adopt makes \(them) the new account's, \(copying) copies \(them)
            """
    }

    /// The commands that copy items without an account to this account.
    private var copying: String {
        let option = "--db \(EffectiveConfig.quoted(database.name))"
        let user = EffectiveConfig.quoted(email.text)
        return "toodoo export \(option) | toodoo import \(option) --user \(user) -"
    }
}

/// Phrases about items that were written without accounts.
enum LocalItems {
    /// The beginning of a sentence.
    static func were(_ count: Int) -> String {
        count == 1 ? "1 item was" : "\(count) items were"
    }

    /// The items, with a clause that describes them.
    static func written(_ count: Int) -> String {
        count == 1
            ? "1 item that was written without accounts"
            : "\(count) items that were written without accounts"
    }
}

extension AccountFault {
    fileprivate var expectedEmail: String {
        switch self {
        case .emailHasHiddenCharacters:
            "an email address without control, format and private-use characters"
        case .emailMixesScripts: "an email address in one script before the @"
        default: "an email address, such as ann@example.org"
        }
    }
}
