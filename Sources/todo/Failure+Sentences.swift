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
            "\(text.sanitized) is no date; examples: tomorrow, friday 18:30, in 3 days, 2026-12-24."
        case .notARule(let text):
            "\(text.sanitized) is no rule; examples: friday, every 2 weeks on mon,thu, monthly from done."
        case .notACoordinate(let text):
            "\(text.sanitized) is no coordinate; an example: 52.52,13.405."
        case .notAnAddress(let text):
            "The server does not find the address \(text.sanitized); --place takes any text."
        case .notAServer(let text):
            "\(text.sanitized) is not the address of a server, such as https://todo.example.org."
        case .nothingToChange: "There is nothing to change; `todo edit --help` lists the options."
        case .noNumber(let number, last: 0):
            "No list was printed yet, so there is no number \(number); `todo` prints one."
        case .noNumber(let number, let last):
            "The last list has no number \(number), only 1 to \(last)."
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
        case .sync(let error): error.sentence
        case .account(let error): error.sentence
        case .store(let error): error.sentence
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
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .invalid(let faults): faults.map(\.sentence).joined(separator: " ")
        case .alreadyExists: "The item exists already."
        case .noSuchItem: "The item does not exist any more; `todo` prints the list."
        case .notASaveFile: "The file is not a JSON array of items."
        case .inUse: "Another process uses the items; try again when it has ended."
        case .closed: "The items are closed."
        case .disk(let reason):
            "The items could not be read or written: \(reason.withoutLastDot)."
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
        case .dayIsOfAnotherTime: "The due time is not the beginning of the due day."
        case .repetitionNeedsDueDate: "What repeats needs a due date."
        case .doneItemRepeats: "What is done does not repeat; reopen it first."
        case .intervalIsOutOfRange: "An item repeats every 1 to 999 days, weeks, months or years."
        case .weekdaysDoNotFit:
            "Weekdays belong to weekly rules, and one with an ordinal to a monthly rule."
        case .monthDayDoesNotFit:
            "A day of the month, 1 to 31, belongs to monthly and yearly rules without weekdays."
        case .repetitionTimeDoesNotFit: "A rule has a time only for an item with a due time."
        case .repetitionOriginDoesNotFit:
            "A rule that counts from the completion has no weekdays and no day of the month."
        case .timeZoneIsUnknown: "The rule's time zone is not the name of one."
        }
    }
}

extension SyncError {
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .unreachable(let reason): "The server does not answer: \(Self.text(of: reason))."
        case .busy(let seconds): "The server is overloaded" + Self.pause(seconds)
        case .signedOut: "The server requires a sign-in; use `todo login`."
        case .refused(let problem): "The server refused: \(problem.sentence)"
        case .storage(let error): error.sentence
        case .noServer: Failure.noServer.sentence
        }
    }

    static func pause(_ seconds: TimeInterval?) -> String {
        seconds.flatMap { Int(exactly: $0.rounded(.up)) }
            .map { "; try again in \($0) s." } ?? "; try again later."
    }

    /// The reason for a missing response, in a few words.
    static func text(of error: any Error) -> String {
        if let response = error as? UnexpectedResponse {
            return "something else answered, with status \(response.status)"
        }
        if error is ResponseIsTooLarge { return "its response is too large" }
        if error is DecodingError { return "something else answered" }
        if let problem = error as? Problem { return "it failed with status \(problem.status)" }
        switch (error as? URLError)?.code {
        case .cannotConnectToHost: return "it refuses connections"
        case .cannotFindHost, .dnsLookupFailed: return "its name cannot be resolved"
        case .timedOut: return "it took too long"
        case .notConnectedToInternet: return "there is no network"
        case .networkConnectionLost: return "the connection was lost"
        case .badServerResponse: return "its response is incomplete"
        case .some:
            let text = error.localizedDescription.withoutLastDot
            // Foundation has no words for some.
            return text.contains("NSURLErrorDomain") ? "the request failed" : text
        case nil: return error.plainReason.sanitized.withoutLastDot
        }
    }
}

extension AccountError {
    /// The reason, for the user.
    var sentence: String {
        switch self {
        case .invalid(let faults):
            faults.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.sanitized)
                .joined(separator: " ")
        case .emailTaken: "Another account has this email."
        case .wrongCredentials: "The email or the password is wrong."
        case .signUpClosed: "Only the server's operator creates accounts."
        case .noAccounts: "The server has no accounts; it works without a sign-in."
        case .tooManyTries(let seconds): "There were too many attempts" + SyncError.pause(seconds)
        case .unreachable(let problem as Problem) where problem.status == 503:
            SyncError.busy(retryAfter: problem.retryAfter).sentence
        case .unreachable(let response as UnexpectedResponse) where response.status == 503:
            SyncError.busy(retryAfter: nil).sentence
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
        detail.isEmpty ? "status \(status)." : detail.sanitized
    }
}

extension String {
    fileprivate var withoutLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
