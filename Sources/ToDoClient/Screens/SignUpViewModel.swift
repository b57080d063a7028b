#if canImport(Observation)
import Foundation
public import Observation

/// The form of a new account.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class SignUpViewModel {
    /// The states of the form.
    public enum State: Equatable, Sendable {
        /// Nothing was submitted.
        case idle
        /// The request is running.
        case loading
        /// The account was created.
        case success(User)
        /// The account was not created: a sentence about each field with a fault.
        case failed([AccountField: String])
    }

    /// The state of the form.
    public private(set) var state = State.idle
    /// The reason of the failure; nil once another attempt has begun.
    public private(set) var error: AccountError?

    private let repository: SignUpRepository

    /// A form that was not submitted.
    public init(repository: SignUpRepository) {
        self.repository = repository
    }

    /// Creates the account. Faults of fields are found before the request.
    ///
    /// Does nothing while another attempt is running.
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
