import Dispatch
import Items
import Storage
import Synchronization
import TestSupport

/// A writer whose commits wait for the test, and a list of events.
final class WriterWorld: Sendable {
    let gate = Gate()
    private let writer: Writer
    private let owner = Owner(key: 1, epoch: "abcd")
    private let commits = Counter()
    private let happened = Mutex<[String]>([])
    private let answered = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    init(_ limits: WriteLimits = WriteLimits()) {
        let store = InMemoryBatchStore(
            beforeCommit: { [gate] () throws(TransactionFailure) in gate.pass() },
            onCommit: { [commits] in commits.count() })
        writer = Writer(
            batch: WriteBatch(store: store, clock: .constant(0), limits: OwnerLimits()),
            limits: limits)
    }

    /// Records from now on when the replies of a batch begin and end.
    func noteAnswering() {
        writer.revisionSignal.connect(
            prepare: { [weak self] in self?.note("answers begin") },
            receive: { [weak self] in self?.note("answers end") })
    }

    var events: [String] { happened.withLock { $0 } }

    func put(_ number: UInt64, _ title: String = "x", once key: String? = nil) {
        let write = ItemWrite(owner: owner, action: .put(id(number), content(title)))
        writer.submit(
            WriteJob(write: write, once: key.map { .post($0) }) { [self] outcome in
                switch outcome {
                case .success(let outcome):
                    note("\(number) stored as \(outcome.revision) in commit \(commits.value)")
                case .failure(let failure): note("\(number) failed: \(failure)")
                }
                answered.signal()
            })
    }

    func deleteDone(_ name: String) {
        var filter = ItemFilter()
        filter.done = true
        let write = ItemWrite(owner: owner, action: .deleteMatching(filter))
        writer.submit(
            WriteJob(apart: write) { [self] _ in note("\(name) deleted in commit \(commits.value)")
            })
    }

    func ask() {
        writer.probeLiveness { [self] in
            note("asked")
            answered.signal()
        }
    }

    func waitForAnswer() { answered.wait() }

    func beginToStop() {
        writer.stop { [self] _ in
            note("stopped")
            stopped.signal()
        }
    }

    func waitUntilStopped() { stopped.wait() }

    func stop() {
        beginToStop()
        waitUntilStopped()
    }

    private func note(_ event: String) {
        happened.withLock { $0.append(event) }
    }
}
