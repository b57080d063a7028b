import Accounts
import HTTP
import Items
import Synchronization

/// How far an import is: its file is read beside the lane, its items are written by the writer.
///
///     reading ──► read ──► writing ──► written
final class ImportWork: Sendable {
    enum State {
        case reading
        case read(Result<ImportReading, Problem>)
        case writing
        case written(Result<WriteOutcome, WriteFailure>, ImportRemarks)
    }

    private let state = Mutex(State.reading)

    func finishReading(_ reading: Result<ImportReading, Problem>) {
        state.withLock { $0 = .read(reading) }
    }

    func finishWriting(
        _ outcome: Result<WriteOutcome, WriteFailure>, _ remarks: ImportRemarks
    ) {
        state.withLock { $0 = .written(outcome, remarks) }
    }

    /// The state; what is read is taken, and then being written.
    func take() -> State {
        state.withLock { state in
            let taken = state
            if case .read = taken { state = .writing }
            return taken
        }
    }
}

/// The response to an import. It waits twice: for the file to be read, and for the commit.
///
/// It is a stream because the write is submitted on the lane, between the two.
final class ImportStream: ResponseStream {
    private let work: ImportWork
    private let parameters: ImportParameters
    private let options: WriteOptions
    private let caller: Caller
    private let deferred: DeferredResponse
    private let app: App

    init(
        _ work: ImportWork, _ parameters: ImportParameters, _ options: WriteOptions,
        of caller: Caller, for deferred: DeferredResponse, _ app: App
    ) {
        self.work = work
        self.parameters = parameters
        self.options = options
        self.caller = caller
        self.deferred = deferred
        self.app = app
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        switch work.take() {
        case .reading, .writing: return .wait
        case .read(.failure(let problem)):
            _ = app.refuse(problem, &response)
            return .end
        case .read(.success(let reading)):
            submit(reading)
            // A write can be refused at once.
            return fill(&response)
        case .written(let outcome, let remarks):
            self.response(with: remarks).write(outcome, to: &response)
            return .end
        }
    }

    private func submit(_ reading: ImportReading) {
        let (work, deferred, remarks) = (work, deferred, reading.remarks)
        let writeResponse = response(with: remarks)
        let once = options.key.map { key in
            IdempotentRequest(key: key, fingerprint: reading.fingerprint) {
                writeResponse.stored($0)
            }
        }
        app.items.submit(
            ItemWrite(
                owner: caller.owner,
                action: .importItems(
                    reading.items, replacing: parameters.replaces,
                    isPreview: parameters.isPreview),
                conditions: options.conditions, isBoundToEpoch: app.authMode.requiresTokens,
                label: caller.token?.label),
            once: once
        ) { outcome in
            work.finishWriting(outcome, remarks)
            deferred.resume()
        }
    }

    private func response(with remarks: ImportRemarks) -> WriteResponse {
        WriteResponse(
            kind: .imported(remarks), epoch: caller.owner.epoch, isMinimal: options.isMinimal,
            report: app.report)
    }
}
