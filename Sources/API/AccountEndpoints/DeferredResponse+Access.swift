import Accounts
import HTTP
import Items

extension DeferredResponse {
    /// Sends the outcome of an account operation; `wrong` is the problem for a wrong password.
    func answer<Outcome: Sendable>(
        _ outcome: Result<Outcome, AccessFailure>, wrong: Problem,
        _ report: @escaping @Sendable (StorageFailure) -> Void,
        _ write: @escaping @Sendable (Outcome, inout ResponseWriter) -> Void
    ) {
        send { response in
            switch outcome {
            case .success(let outcome): write(outcome, &response)
            case .failure(let failure):
                let problem = Problem(failure, wrong: wrong)
                if case .storage(let failure) = problem { report(failure) }
                problem.write(to: &response)
            }
        }
    }
}

extension Problem {
    /// Maps the failure of an account operation to a problem.
    fileprivate init(_ failure: AccessFailure, wrong: Problem) {
        self =
            switch failure {
            case .wrong: wrong
            case .gone: .unauthorized(wasTokenSent: true)
            case .taken: .emailTaken
            case .setupEnded: .setupEnded
            case .overloaded(let seconds): .tooManyPasswords(seconds: seconds)
            case .hashing(.noMemory): .tooManyPasswords(seconds: 1)
            case .hashing(.unavailable(let code)):
                .storage(.unexpected("passwords cannot be hashed (error \(code))"))
            case .storage(let failure): .storage(failure)
            }
    }
}
