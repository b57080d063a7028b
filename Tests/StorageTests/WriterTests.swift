import Dispatch
import Items
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

/// A batch that has no work, and counts its steps.
private final class EraseSteps: BatchWriter {
    let maintenanceState = MaintenanceState.done
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

    func store(_ found: [GeocodeResult]) {}

    func close() throws(StorageFailure) {}
}
