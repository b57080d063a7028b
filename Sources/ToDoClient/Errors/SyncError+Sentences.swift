public import Foundation

// Sentences for the user.

extension SyncError: LocalizedError {
    /// The reason, for the user.
    public var errorDescription: String? { sentence }

    package var sentence: String {
        switch self {
        case .unreachable(let reason): Self.noAnswer(reason)
        case .busy(let seconds): "The server is overloaded" + Self.pause(seconds)
        case .signedOut: "The server requires a sign-in."
        case .noRoom:
            "No room on the server: what needs room waits here; delete or shorten items to send it."
        case .refused(let problem): "The server refused: \(problem.sentence)"
        case .storage(let error): error.sentence
        case .cancelled: "The sync was cancelled."
        case .noServer: "No server is set."
        }
    }

    static func noAnswer(_ reason: any Error) -> String {
        reason.isCancellation
            ? "The request was cancelled." : "The server does not answer: \(text(of: reason))."
    }

    static func pause(_ seconds: TimeInterval?) -> String {
        seconds.flatMap { Int(exactly: $0.rounded(.up)) }
            .map { "; try again in \($0) s." } ?? "; try again later."
    }

    /// The reason of a redirect, which is not followed.
    private static func redirect(to target: String) -> String {
        let advice = target.hasPrefix("https:") ? "; use its https:// address" : ""
        return "it redirects to \(target)\(advice)"
    }

    /// The reason for a missing response, in a few words.
    static func text(of error: any Error) -> String {
        if let response = error as? UnexpectedResponse, let target = response.location {
            return redirect(to: target)
        }
        if let response = error as? UnexpectedResponse {
            return "something else answered, with status \(response.status)"
        }
        if error is ChangesHaveNoEnd { return "it sends changes without an end" }
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
        case nil: return error.plainReason.withoutLastDot
        }
    }
}

extension APIError: LocalizedError {
    /// The reason, for the user.
    public var errorDescription: String? {
        switch self {
        case .refused(let problem): SyncError.refused(problem).sentence
        case .noAnswer(let reason), .unreadable(let reason): SyncError.noAnswer(reason)
        case .unwritable(let reason): "The content cannot be sent: \(SyncError.text(of: reason))."
        }
    }
}

extension AccountError: LocalizedError {
    /// The reason, for the user.
    public var errorDescription: String? { sentence }

    package var sentence: String {
        switch self {
        case .invalid(let faults):
            faults.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
                .joined(separator: " ")
        case .emailTaken: "Another account has this email."
        case .wrongCredentials: "The email or the password is wrong."
        case .signUpClosed: "Only the server's operator creates accounts."
        case .noAccounts: "The server has no accounts; it works without a sign-in."
        case .signedIn(let email): "\(email) is signed in; sign out first."
        case .tooManyTries(let seconds): "There were too many attempts" + SyncError.pause(seconds)
        case .unreachable(let problem as Problem) where problem.status == 503:
            SyncError.busy(retryAfter: problem.retryAfter).sentence
        case .unreachable(let response as UnexpectedResponse) where response.status == 503:
            SyncError.busy(retryAfter: nil).sentence
        case .unreachable(let reason): SyncError.noAnswer(reason)
        case .refused(let problem): "The server refused: \(problem.sentence)"
        case .storage(let error): error.sentence
        }
    }
}

extension Problem {
    /// The server's reason, for the user.
    package var sentence: String { detail.isEmpty ? "status \(status)." : detail }
}

extension String {
    package var withoutLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
