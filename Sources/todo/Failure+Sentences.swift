import Foundation
import ToDoClient

extension Failure {
    /// What went wrong and what can be done, for the user.
    var sentence: String {
        switch self {
        case .noSuchCommand(let word):
            "There is no command \(word); `todo help` lists them, `todo add` adds an item."
        case .noSuchOption(let name, nil): "There is no option \(name)."
        case .noSuchOption(let name, let command?): "`todo \(command)` has no option \(name)."
        case .repeatedOption(let name): "\(name) is there twice."
        case .missingValue(let name, let value): "\(name) needs a value: \(name) \(value)."
        case .unwantedValue(let name): "\(name) takes no value."
        case .missingOperand(let form, let command): "`todo \(command)` needs \(form)."
        case .unwantedOperand(let word, let command):
            "`todo \(command)` has no use for \(word.harmless)."
        case .notANumber(let word):
            "\(word.harmless) is neither a number of the list nor the id of an item."
        case .notADate(let text):
            "\(text.harmless) is no date; examples: tomorrow, friday 18:30, in 3 days, 2026-12-24."
        case .notACoordinate(let text):
            "\(text.harmless) is no coordinate; an example: 52.52,13.405."
        case .notAnAddress(let text):
            "The server knows no place at \(text.harmless); --place takes any text."
        case .notAServer(let text):
            "\(text.harmless) is not the address of a server, such as https://todo.example.org."
        case .nothingToChange: "There is nothing to change; `todo edit --help` lists the options."
        case .contradiction(let one, let other): "\(one) and \(other) exclude each other."
        case .noNumber(let number, last: 0):
            "There is no list yet that has a number \(number); `todo` prints it."
        case .noNumber(let number, let last):
            "The last list has no number \(number), only 1 to \(last)."
        case .isGone(let name): "The item \(name) is not there any more; `todo` prints the list."
        case .noConflict(let number):
            "There is no conflict \(number) any more; `todo conflicts` prints them."
        case .noServer: "No server is set; `todo use URL` does that."
        case .noPassword: "There is no password."
        case .noName: "There is no name; --name gives it."
        case .passwordsDiffer: "The passwords differ."
        case .noEmail: "There is no email; --email gives it."
        case .signedInElsewhere(let email):
            "\(email.harmless) is signed in; `todo logout` comes first."
        case .sync(let error): error.sentence
        case .account(let error): error.sentence
        case .store(let error): error.sentence
        case .noCompletion(let shell):
            "There is no completion for \(shell.harmless), only for bash, zsh and fish."
        case .file(let path, let reason): "\(path): \(reason)"
        case .noHome: "Neither HOME nor XDG_DATA_HOME is set; --data says where the items are."
        }
    }
}

extension StoreError {
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .invalid(let faults): faults.map(\.sentence).joined(separator: " ")
        case .alreadyExists: "The item is there already."
        case .noSuchItem: "The item is not there any more; `todo` prints the list."
        case .notASaveFile: "The file is not a JSON array of items."
        case .inUse: "Another todo uses the items; try again when it has ended."
        case .closed: "The items are closed."
        case .disk(let reason): "The items could not be read or written: \(reason)"
        }
    }
}

extension ItemFault {
    /// The fault, for the user.
    var sentence: String {
        switch self {
        case .titleIsEmpty: "The title is empty."
        case .titleIsTooLong: "The title has more than 500 characters."
        case .descriptionIsTooLong: "The further text has more than 65,536 bytes."
        case .placeNameIsTooLong: "The name of the place has more than 500 characters."
        case .timestampIsOutOfRange: "The due date is outside of the years 1 to 9999."
        case .coordinateIsOutOfRange:
            "The coordinate is outside of -90 to 90 and -180 to 180 degrees."
        case .containsNUL: "A text contains the character U+0000."
        }
    }
}

extension SyncError {
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .unreachable(let reason): "The server does not answer: \(Self.text(of: reason))."
        case .busy(let seconds): "The server has no time" + Self.pause(seconds)
        case .signedOut: "The server wants a sign-in; `todo login` does that."
        case .refused(let problem): "The server refused: \(problem.sentence)"
        case .storage(let error): error.sentence
        case .noServer: Failure.noServer.sentence
        }
    }

    static func pause(_ seconds: TimeInterval?) -> String {
        seconds.map { "; try again in \(Int($0.rounded(.up))) s." } ?? "; try again later."
    }

    /// Why no answer came, in a few words.
    static func text(of error: any Error) -> String {
        if let response = error as? UnexpectedResponse {
            return "something else answered, with status \(response.status)"
        }
        switch (error as? URLError)?.code {
        case .cannotConnectToHost: return "it takes no connection"
        case .cannotFindHost, .dnsLookupFailed: return "its name is not known"
        case .timedOut: return "it took too long"
        case .notConnectedToInternet: return "there is no network"
        case .networkConnectionLost: return "the connection was lost"
        case .some: return error.localizedDescription.withoutLastDot
        case nil: return String(describing: error).harmless.withoutLastDot
        }
    }
}

extension AccountError {
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .invalid(let faults):
            faults.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: " ")
        case .emailTaken: "Another account has this email."
        case .wrongCredentials: "There is no account with this email and password."
        case .signUpClosed: "The server's operator makes the accounts."
        case .noAccounts: "The server has no accounts; it works without a sign-in."
        case .tooManyTries(let seconds): "There were too many tries" + SyncError.pause(seconds)
        case .unreachable(let reason):
            "The server does not answer: \(SyncError.text(of: reason))."
        case .refused(let problem): "The server refused: \(problem.sentence)"
        case .storage(let error): error.sentence
        }
    }
}

extension Problem {
    /// The server's reason, for the user.
    var sentence: String {
        detail.isEmpty ? "status \(status)." : detail.harmless
    }
}

extension String {
    fileprivate var withoutLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
