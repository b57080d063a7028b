import CommandLine
import Foundation
import ToDoClient

extension Failure {
    /// The error message for the user, with a remedy.
    var sentence: String {
        switch self {
        case .usage(let failure): failure.sentence
        case .notANumber(let word):
            "\(word.sanitized) is neither a number of the list nor the id of an item."
        case .notADate(let text):
            "\(text.sanitized) is no date; examples: tomorrow, friday 18:30, in 3 days, 24 dec, eom."
        case .notARule(let text):
            "\(text.sanitized) is no rule; examples: friday, every 2 weeks on mon,thu, monthly from done."
        case .notACoordinate(let text):
            "\(text.sanitized) is no coordinate; an example: 52.52,13.405."
        case .notATag(""): "A tag is empty; --no-tags of `todo edit` removes all tags."
        case .notATag(let text):
            "\(text.sanitized) is no tag: it has white space, # or a comma, or more than 40 characters."
        case .notAReminder(let text):
            "\(text.sanitized) is no reminder; examples: 30m, 2h, 1d, up to 4w before; -9h, up to -1w after."
        case .notAnAddress(let text):
            "The server does not find the address \(text.sanitized); --place takes any text."
        case .notAServer(let text):
            "\(text.sanitized) is not the address of a server, such as https://todo.example.org."
        case .nothingToChange: "There is nothing to change; `todo edit --help` lists the options."
        case .nothingToTag: "There is nothing to change; use --add or --remove."
        case .nowhereToMove:
            "There is no place to move to; use --top, --bottom, --after NUMBER or --before NUMBER."
        case .notMovable(let title, tag: nil):
            "\(title.sanitized) cannot be moved there: only open items of one date without a time, or "
                + "without a date, are ordered by hand."
        case .notMovable(let title, let tag?):
            "\(title.sanitized) is not an open item with the tag \(tag.sanitized)."
        case .noNumber(let number, last: 0):
            "No list was printed yet, so there is no number \(number); `todo` prints one."
        case .noNumber(let number, let last):
            "The last list has no number \(number), only 1\(last == 1 ? "" : " to \(last)")."
        case .noSuchItem(let name):
            "The item \(name) does not exist any more; `todo` prints the list."
        case .noConflict(let number, wasListed: false):
            "There is no conflict \(number); `todo conflicts` prints them."
        case .noConflict(let number, wasListed: true):
            "There is no conflict \(number) any more; `todo conflicts` prints them."
        case .noServer: "No server is set; `todo use URL` sets one."
        case .noPassword: "The password is missing."
        case .noName: "The name is missing; use --name."
        case .passwordsDiffer: "The passwords differ."
        case .noEmail: "The email is missing; use --email."
        case .signedInElsewhere(let email):
            "\(email.sanitized) is signed in; use `todo logout` first."
        case .sync(let error): error.advice
        case .account(.storage(let error)): error.advice
        case .account(let error): error.sentence.sanitized
        case .store(let error): error.advice
        case .notAList(let path):
            "\(path.sanitized) is not a list of items; nothing is imported. A server reads files of "
                + "other programs; `todo use URL` sets one."
        case .fileRefused(let path, let reason):
            "\(path.sanitized): \(reason.sanitized) Nothing is imported."
        case .needsServer: "This needs the server, and --offline contacts none."
        case .notInHistory(let name, _, let reason): "\(name.sanitized): \(reason.sanitized)"
        case .notUTF8: "The command line is not UTF-8."
        case .inputNotUTF8: "Standard input is not UTF-8."
        case .noNote(let editor, let reason):
            "The editor \(editor.sanitized) failed: \(reason.withoutLastDot). Nothing was changed."
        case .noNotifier(let program):
            "There is no \(program), which shows notifications; on Debian it is in libnotify-bin."
        case .notAToodooServer(let server, let reason):
            "\(server.sanitized) is not used: \(reason.withoutLastDot). Nothing was changed; "
                + "with --offline it is set without asking."
        case .nothingUndone(let sentences): sentences
        case .notDeleted: "Nothing was deleted."
        case .notImported(let count):
            "\(count) \(count == 1 ? "item was" : "items were") not imported."
        case .file(let path, let reason): "\(path): \(reason.withoutLastDot)."
        case .noHome: "Neither HOME nor XDG_DATA_HOME is set; use --data to name the folder."
        }
    }
}

extension UsageFailure {
    /// The message of the declared command line, as a sentence.
    fileprivate var sentence: String {
        let message = TodoCommand.program.message(of: self).sanitized
        let begin =
            message.hasPrefix("todo ") ? message.prefix(1) : message.prefix(1).uppercased()[...]
        return begin + message.dropFirst() + (message.hasSuffix("?") ? "" : ".")
    }
}

extension StoreError {
    /// The reason, with the command that helps.
    var advice: String {
        if case .noSuchItem = self { return "\(sentence.withoutLastDot); `todo` prints the list." }
        return sentence.sanitized
    }
}

extension SyncError {
    /// The reason, with the command that helps.
    var advice: String {
        switch self {
        case .signedOut: "\(sentence.withoutLastDot); use `todo login`."
        case .noServer: Failure.noServer.sentence
        case .storage(let error): error.advice
        default: sentence.sanitized
        }
    }
}
