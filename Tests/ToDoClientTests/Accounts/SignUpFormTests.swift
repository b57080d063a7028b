import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@MainActor @Suite struct `The form of a new account` {
    private let user = User(name: "Ada", email: "ada@example.org")

    @Test func `shows a success`() async {
        let form = SignUpViewModel(repository: .mock(.success(user)))
        #expect(form.state == .idle)

        await form.onSubmit(name: "Ada", email: "ada@example.org", password: "a lighthouse")

        #expect(form.state == .success(user))
        #expect(form.error == nil)
    }

    @Test func `reports faults before the request`() async {
        let form = SignUpViewModel(
            repository: SignUpRepository { _, _, _ async throws(AccountError) in
                Issue.record("a request was sent")
                throw .noAccounts
            })

        await form.onSubmit(name: "", email: "", password: "")

        #expect(form.faults?.count == 3)
    }

    @Test(arguments: [(254, 0), (255, 1)])
    func `takes an email of 254 bytes at most`(bytes: Int, faults: Int) async {
        let form = SignUpViewModel(repository: .mock(.success(user)))
        let email = String(repeating: "a", count: bytes - "@example.org".count) + "@example.org"

        await form.onSubmit(name: "Ada", email: email, password: "a lighthouse")

        #expect(form.faults?.count ?? 0 == faults)
    }

    @Test func `reports a taken email in its field, and no field if no server answers`() async {
        let taken = SignUpViewModel(repository: .mock(.failure(.emailTaken)))
        let away = SignUpViewModel(
            repository: .mock(.failure(.unreachable(URLError(.timedOut)))))

        await taken.onSubmit(name: "Ada", email: "ada@example.org", password: "a lighthouse")
        await away.onSubmit(name: "Ada", email: "ada@example.org", password: "a lighthouse")

        #expect(taken.faults.map { Array($0.keys) } == [.email])
        #expect(away.state == .failed([:]))
        #expect(away.error != nil)
    }

    @Test func `does nothing while it is loading`() async {
        let (answers, answer) = AsyncStream<Void>.makeStream()
        let (attempts, attempt) = AsyncStream<Void>.makeStream()
        let user = user
        let form = SignUpViewModel(
            repository: SignUpRepository { _, _, _ async throws(AccountError) in
                attempt.yield()
                for await _ in answers { break }
                return user
            })
        let first = Task {
            await form.onSubmit(name: "Ada", email: "ada@example.org", password: "a lighthouse")
        }
        var started = attempts.makeAsyncIterator()
        await started.next()

        #expect(form.state == .loading)
        await form.onSubmit(name: "Ada", email: "ada@example.org", password: "a lighthouse")
        #expect(form.state == .loading)
        answer.yield()
        await first.value

        #expect(form.state == .success(user))
    }
}

extension SignUpViewModel {
    /// The faults of a failed attempt; nil if none has failed.
    fileprivate var faults: [AccountField: String]? {
        guard case .failed(let faults) = state else { return nil }
        return faults
    }
}
