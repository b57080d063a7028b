#if canImport(Observation)
import Foundation
public import Observation

/// The form of a new account.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SignUpViewModel {
    /// How far the form is.
    public enum State: Equatable, Sendable {
        /// Nothing was submitted.
        case idle
        /// The server is being asked.
        case loading
        /// The account was made.
        case success(User)
        /// The account was not made: a sentence about each field with a fault.
        case failed([AccountField: String])
    }

    /// How far the form is.
    public private(set) var state = State.idle
    /// Why the account was not made; nil once another attempt has begun.
    public private(set) var error: AccountError?

    private let repository: SignUpRepository

    /// A form that was not submitted.
    public init(repository: SignUpRepository) {
        self.repository = repository
    }

    /// Makes the account. Faults of fields are found before the server is asked.
    ///
    /// Does nothing while another attempt is under way.
    public func onSubmit(name: String, email: String, password: String) async {
        guard state != .loading else { return }
        let faults = SignUpRepository.faults(name: name, email: email, password: password)
        guard faults.isEmpty else { return fail(.invalid(faults)) }
        state = .loading
        error = nil
        do throws(AccountError) {
            state = .success(try await repository.handleSignUp(name, email, password))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: AccountError) {
        self.error = error
        switch error {
        case .invalid(let faults): state = .failed(faults)
        case .emailTaken: state = .failed([.email: "Another account has this email."])
        default: state = .failed([:])
        }
    }
}
#endif
