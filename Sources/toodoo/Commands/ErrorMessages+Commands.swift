import API
import Accounts
import CommandLine
import Exchange
import Items
import SQLite
import SQLiteStorage
import Storage

// Messages of commands.

extension CommandFailure {
    var message: String {
        switch self {
        case .noDatabase(let path): "there is no database \(path)"
        case .notAFile(let path): "\(path) is not a file"
        case .otherUsers(let path, let user):
            "\(path) is controlled by user \(user.shellWord), so root does not use it; type "
                + Self.line(as: user)
        case .readableByOthers(let path):
            "\(path) can be read by other users, and only its owner can change that: chmod o= \(path)"
        case .open(let failure, let path): failure.message(path)
        case .openServer(let failure, let name): failure.message(name)
        case .storage(.busy, let path): "\(path) is locked by another process; nothing was changed"
        case .storage(let failure, let path): "\(path): \(failure.reason ?? "storage is closed")"
        case .inUse(let path):
            "\(path) is in use by a server or another command; stop it first"
        case .needsMigration(let path):
            "\(path) has an older schema and is in use by a server or another command; stop it "
                + "first, so that the schema can be migrated"
        case .restoring(let path): "\(path) is being restored; try again when that is done"
        case .exists(let path): "\(path) exists already; choose another name"
        case .file(let path, let error):
            "\(path == "-" ? "standard input or output" : path): \(error)"
        case .folder(let path, let error): "the folder of \(path) cannot be created: \(error)"
        case .noFolder(let path): "there is no folder for \(path)"
        case .lock(let path):
            "\(path) cannot be opened or created; check its folder and permissions"
        case .emptyImport(let file):
            "\(name(of: file)) has nothing in it; --allow-empty takes that for no items"
        case .notItems(let file, let fault):
            "\(name(of: file)), \(fault.message); nothing was imported"
        case .notImported(let file, let fault):
            "\(name(of: file)): \(fault.sentence) Nothing was imported."
        case .repeatedID(let file, let position):
            "\(name(of: file)), \(position.text): /id is the id of an earlier item in the same file; "
                + "nothing was imported"
        case .ownerGone: "the account was removed meanwhile; nothing was imported"
        case .noAccount(let email): "there is no account with the email \(email)"
        case .taken(let email): "there is an account with the email \(email) already"
        case .takenByAdopter(let email, let commands):
            "there is an account with the email \(email) already, and only a new one adopts items; "
                + "\(commands) copies them"
        case .adopted: "an account has adopted the items that were written without accounts already"
        case .hasAccounts: "there is an account already; toodoo user add adds others"
        case .badPassword(let fault): "the password \(fault.text)"
        case .passwordNotText: "the password is not UTF-8"
        case .passwordsDiffer: "the two passwords are not the same"
        case .hashing(let failure): failure.message
        case .unconfirmed(let email):
            "\(email) was not removed; give --yes, or type the email again when asked"
        case .noToken(let handle): "there is no token \(handle); try toodoo token list"
        case .manyTokens(let handle): "several tokens begin with \(handle); give more of its digits"
        case .tokenNotPrinted(let handle, let email, let error):
            "token \(handle) of \(email) is created, but cannot be written to standard output: \(error); "
                + "revoke it with toodoo token revoke \(handle)"
        case .output(let error): "standard output: \(error)"
        case .copy(let failure, let name):
            "\(name): \(failure.reason ?? "storage is closed"); nothing was copied"
        case .checkFailed(let path, let count):
            "\(path) is not sound: \(count) \(count == 1 ? "problem" : "problems") found"
        }
    }

    /// This command line for another user, with what the machine has.
    ///
    /// sudo passes no variables on by itself; the others do. runuser takes no user without a name.
    private static func line(as user: String) -> String {
        let words: [String]
        if isInstalled("sudo") {
            let variables = Environment.all(beginningWith: ServeOption.variablePrefix).map(\.name)
            let kept =
                variables.isEmpty ? [] : ["--preserve-env=\(variables.joined(separator: ","))"]
            words = ["sudo", "-u", user] + kept
        } else if user.hasPrefix("#") {
            words = ["setpriv", "--reuid=\(user.dropFirst())", "--clear-groups"]
        } else {
            words = ["runuser", "-u", user, "--"]
        }
        return (words + ["toodoo"] + Arguments.words()).map(\.shellWord).joined(separator: " ")
    }

    private static func isInstalled(_ program: String) -> Bool {
        (Environment.value("PATH") ?? "").split(separator: ":")
            .contains { fileExists("\($0)/\(program)") }
    }

}

private func name(of file: String) -> String { file == "-" ? "standard input" : file }

extension AccountFault {
    fileprivate var text: String {
        switch self {
        case .passwordIsTooShort: "needs at least \(AccountRules.passwordBytes.lowerBound) bytes"
        case .passwordIsTooLong: "may have at most \(AccountRules.passwordBytes.upperBound) bytes"
        case .passwordContainsNUL: "must not contain the character NUL"
        case .passwordIsCommon: "is a common password"
        case .passwordIsNameOrEmail: "must not be the name or the email"
        case .nameIsEmpty, .nameIsTooLong, .nameHasHiddenCharacters, .emailIsTooLong,
            .emailIsNoAddress, .emailHasHiddenCharacters, .emailMixesScripts:
            "belongs to an invalid name or email"
        case .expiryIsOutOfRange, .expiryIsAfterParent:
            "belongs to a token that lives too short or too long"
        }
    }
}

extension CommandFailure {
    /// The warning about an item that is imported although its time zone is unknown.
    static func unknownTimeZone(
        _ zone: String, in file: String, _ position: ItemFilePosition
    ) -> String {
        "\(name(of: file)), \(position.text): this machine does not have the time zone \(zone): "
            + "what repeats in it does so in UTC"
    }
}

extension ItemFilePosition {
    fileprivate var text: String {
        switch self {
        case .line(let number): "line \(number)"
        case .element(let number): "item \(number)"
        }
    }
}

extension ItemFileFault {
    fileprivate var message: String {
        switch self {
        case .notJSON(let position, let fault):
            "\(position.text): \(fault.text) at byte \(fault.offset)"
        case .invalid(let position, let issues, let count):
            "\(position.text): " + issues.map(\.text).joined(separator: ", ")
                + (count > issues.count ? " and \(count - issues.count) more faults" : "")
        case .tooLong(let position): "\(position.text): an item may take 1 MiB at most"
        case .unfinished: "the array is not closed"
        case .afterEnd: "there is data after the array"
        }
    }
}

extension ItemFileIssue {
    fileprivate var text: String { pointer.isEmpty ? "it \(detail)" : "\(pointer) \(detail)" }
}

extension JSONFault {
    fileprivate var text: String {
        switch self {
        case .unexpectedByte: "it is not JSON: unexpected byte"
        case .unexpectedEnd: "it is not JSON: unexpected end"
        case .trailingBytes: "it is not JSON: data after the item"
        case .invalidUTF8: "it is not UTF-8"
        case .loneSurrogate: "a string contains half of a surrogate pair"
        case .invalidEscape: "a string contains an unknown escape"
        case .controlCharacter: "a string contains a control character"
        case .duplicateName: "it has the same member twice"
        case .numberOverflow: "a number is too large"
        case .tooDeep: "it is nested too deeply"
        case .tooManyValues: "it has too many values"
        case .tooLong: "it is too long"
        }
    }
}

extension DatabaseCheck.Finding {
    func described(_ path: String) -> CheckReport.Finding {
        switch self {
        case .corruption(let text): .sentence("the file is damaged: \(text)")
        case .orphans(let table, let count):
            .sentence("\(count) rows of \(table) have an owner that does not exist")
        case .violated(let invariant, let count, let example):
            .sentence(violation(invariant, count, example))
        case .failedQuery(let name, let error): .unchecked(name, reason: error.message)
        case .schema(let failure): .sentence(failure.message(path))
        }
    }
}

/// The message for a violated invariant, on any storage.
func violation(_ invariant: String, _ count: Int, _ example: String) -> String {
    "violated: \(invariant): \(count) \(count == 1 ? "time" : "times"), first \(example)"
}

extension DatabaseCounts {
    /// The counts in one line.
    var message: String {
        let begin = historyBegins.map { ", from \($0) on" } ?? ""
        return "owners \(text(owners)), items \(text(items)), tombstones \(text(tombstones)), "
            + "changes in the log \(text(changes))\(begin)"
    }

    private func text(_ count: Int?) -> String { count.map(String.init) ?? "unknown" }
}

extension MigrationStep {
    /// The step in `toodoo migrate --status`.
    var line: String { "\(name)  \(word)  checksum \(checksum)" }

    private var word: String {
        switch state {
        case .applied: "applied"
        case .pending: "pending"
        case .edited: "edited"
        case .unknown: "unknown"
        }
    }
}
