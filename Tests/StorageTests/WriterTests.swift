import Dispatch
import Items
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite struct `A writer without writes` {
    @Test func `takes one maintenance step after another, which delete what has expired`() {
        var limits = WriteLimits()
        limits.idlePause = 1
        let batch = EraseSteps()
        let writer = Writer(batch: batch, limits: limits)

        writer.start()
        for _ in 0..<3 { batch.stepped.wait() }

        let closed = DispatchSemaphore(value: 0)
        writer.stop { _ in closed.signal() }
        closed.wait()
        #expect(batch.steps >= 3)
        #expect(batch.otherBatches == 0)
    }
}

@Suite struct `A writer's jobs and probes` {
    @Test func `an undo that is too large for a shared batch is answered after its own`() {
        let batch = ScriptedBatch()
        let writer = Writer(batch: batch, limits: WriteLimits())
        let done = DispatchSemaphore(value: 0)
        let outcomes = Mutex<[Result<WriteOutcome, WriteFailure>]>([])
        batch.outcomes = { jobs in
            jobs.map { job in job.isBulk ? .failure(.expired) : .failure(.tooManyEffects) }
        }
        let write = ItemWrite(owner: Owner(key: 1, epoch: "abcd"), action: .undo(revision: 1))

        writer.submit(
            WriteJob(apart: write) { outcome in
                outcomes.withLock { $0.append(outcome) }
                done.signal()
            })
        done.wait()

        writer.stopAndWait()
        #expect(outcomes.withLock { $0 } == [.failure(.expired)])
        #expect(batch.batches.map { $0.map(\.isBulk) } == [[false], [true]])
    }

    @Test func `a probe is answered by a batch that makes progress, and not before`() {
        let batch = ScriptedBatch()
        let writer = Writer(batch: batch, limits: WriteLimits())
        let (started, proceed, done) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let events = Mutex<[String]>([])
        batch.outcomes = { jobs in
            started.signal()
            proceed.wait()
            events.withLock { $0.append("progress") }
            batch.livenessProbes.answer()
            events.withLock { $0.append("end") }
            return jobs.map { _ in .failure(.notFound) }
        }
        let write = ItemWrite(owner: Owner(key: 1, epoch: "abcd"), action: .deleteAll)

        writer.submit(WriteJob(apart: write) { _ in done.signal() })
        started.wait()
        writer.probeLiveness { events.withLock { $0.append("alive") } }
        proceed.signal()
        done.wait()

        writer.stopAndWait()
        #expect(events.withLock { $0 } == ["progress", "alive", "end"])
    }

    @Test func `a bulk write lets other owners' writes go on between its parts`() {
        let batch = ScriptedBatch()
        let bulkWriter = ScriptedBatch(batch.livenessProbes)
        let writer = Writer(batch: batch, bulkWriter: bulkWriter, limits: WriteLimits())
        let events = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        func submit(_ name: String, of owner: Int, _ action: ItemWrite.Action) {
            let write = ItemWrite(owner: Owner(key: owner, epoch: "abcd"), action: action)
            writer.submit(
                WriteJob(apart: write) { _ in
                    events.withLock { $0.append(name) }
                    done.signal()
                })
        }
        batch.outcomes = { jobs in jobs.map { _ in .failure(.notFound) } }
        bulkWriter.outcomes = { jobs in
            submit("own", of: 1, .delete(id(1)))
            submit("other", of: 2, .delete(id(1)))
            submit("another bulk write", of: 3, .deleteAll)
            bulkWriter.meanwhile?()
            bulkWriter.meanwhile?()
            bulkWriter.outcomes = { jobs in jobs.map { _ in .failure(.notFound) } }
            return jobs.map { _ in .failure(.notFound) }
        }

        submit("bulk write", of: 1, .deleteAll)
        for _ in 0..<4 { done.wait() }

        writer.stopAndWait()
        #expect(events.withLock { Array($0.prefix(2)) } == ["other", "bulk write"])
        #expect(events.withLock { Set($0.suffix(2)) } == ["own", "another bulk write"])
        #expect(batch.batches.map(\.count) == [1, 1])
    }

    @Test func `a reply does not wait for maintenance`() {
        let events = Mutex<[String]>([])
        let batch = ScriptedBatch()
        batch.outcomes = { jobs in jobs.map { _ in .failure(.notFound) } }
        batch.onMaintain = { events.withLock { $0.append("maintenance") } }
        let writer = Writer(batch: batch, limits: WriteLimits())
        let write = ItemWrite(owner: Owner(key: 1, epoch: "abcd"), action: .delete(id(1)))

        writer.submit(WriteJob(apart: write) { _ in events.withLock { $0.append("reply") } })

        writer.stopAndWait()
        #expect(events.withLock { $0 } == ["reply", "maintenance"])
    }

    @Test func `a probe is answered by an idle writer`() {
        let writer = Writer(batch: ScriptedBatch(), limits: WriteLimits())
        let answered = DispatchSemaphore(value: 0)

        writer.probeLiveness { answered.signal() }
        answered.wait()

        writer.stopAndWait()
    }
}

extension Writer {
    fileprivate func stopAndWait() {
        let closed = DispatchSemaphore(value: 0)
        stop { _ in closed.signal() }
        closed.wait()
    }
}

/// A batch whose outcomes the test gives.
private final class ScriptedBatch: BulkWriter, @unchecked Sendable {
    // Proof: set before the first job, and then touched on the writer's queue until it has stopped.
    let maintenanceState = MaintenanceState.done
    let livenessProbes: LivenessProbes
    var onMaintain: () -> Void = {}
    var outcomes: ([WriteJob]) -> [Result<WriteOutcome, WriteFailure>] = { _ in [] }
    var meanwhile: (() -> Void)?
    private(set) var batches: [[WriteJob]] = []

    init(_ livenessProbes: LivenessProbes = LivenessProbes()) {
        self.livenessProbes = livenessProbes
    }

    func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool
    ) -> BatchOutcomes {
        batches.append(jobs)
        return (outcomes(jobs), [])
    }

    func maintain() { onMaintain() }

    func store(_ found: [GeocodeResult]) {}

    func close() throws(StorageFailure) {}
}

/// A batch that has no work, and counts its steps.
private final class EraseSteps: BatchWriter {
    let maintenanceState = MaintenanceState.done
    let livenessProbes = LivenessProbes()
    let stepped = DispatchSemaphore(value: 0)
    private(set) var steps = 0
    private(set) var otherBatches = 0

    func run(
        _ jobs: [WriteJob], _ accountJobs: [AccountJob], isMaintenance: Bool
    ) -> BatchOutcomes {
        if isMaintenance { steps += 1 } else { otherBatches += 1 }
        stepped.signal()
        return ([], [])
    }

    func maintain() {}

    func store(_ found: [GeocodeResult]) {}

    func close() throws(StorageFailure) {}
}
