import Foundation
import Testing
import ToDoClient

@Suite struct `An error of the library` {
    @Test func `has a sentence for the user`() {
        let errors: [any Error] = [
            StoreError.inUse, SyncError.signedOut, SyncError.storage(.closed),
            APIError.noAnswer(URLError(.timedOut)), AccountError.emailTaken,
        ]

        #expect(
            errors.map(\.localizedDescription) == [
                "Another process uses the items; try again when it has ended.",
                "The server requires a sign-in.", "The items are closed.",
                "The server does not answer: it took too long.", "Another account has this email.",
            ])
    }

    @Test func `is equal to one with the same facts`() {
        #expect(
            SyncError.unreachable(URLError(.timedOut)) == .unreachable(URLError(.timedOut)))
        #expect(
            SyncError.unreachable(URLError(.timedOut))
                != .unreachable(URLError(.cannotFindHost)))
        #expect(SyncError.busy(retryAfter: 1) != .busy(retryAfter: 2))
        #expect(
            APIError.noAnswer(UnexpectedResponse(status: 502)) != .noAnswer(URLError(.timedOut)))
        #expect(AccountError.tooManyTries(retryAfter: nil) == .tooManyTries(retryAfter: nil))
        #expect(AccountError.emailTaken != .noAccounts)
    }
}
