import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import TestSupport
import Testing

extension Crashes {
    @Suite struct `A disk that fails` {
        // proves: durable-2
        @Test(arguments: DiskFault.all.filter(\.isInUse), FaultSpan.allCases)
        func `during use loses no acknowledged write, and use continues after it`(
            fault: DiskFault, span: FaultSpan
        ) throws {
            let calls = try FaultyDiskWorld(fault).run(failingAfter: .max, span).calls
            var hits = 0

            for call in Self.calls(of: calls) {
                let service = try FaultyDiskWorld(fault)
                let world = try service.run(failingAfter: call, span)

                let hint: Comment = "call \(call) of \(calls)"
                let isOpen = world.writer.isInTransaction
                #expect(world.surprises == [], hint)
                #expect(!isOpen, hint)
                #expect(try world.seen == world.expected, hint)
                #expect(try world.snapshot == world.expected, hint)
                #expect(world.write(.put(id(7), content("after"))) == nil, hint)
                #expect(try world.seen == world.expected, hint)
                #expect(try world.disk.connect().violations() == [], hint)
                #expect(try world.afterPowerCut(seed: UInt64(call)) == world.expected, hint)
                hits += world.failures > 0 ? 1 : 0
            }
            // A fault that leaves reading intact hits writes: the first of these calls is always a
            // commit's. Only a WAL that cannot be truncated fails no write.
            if fault.leavesReading, !fault.isOfTruncation { #expect(hits > 0) }
            Crashes.report(
                "\(Self.calls(of: calls).count) faults: \(fault.testDescription), \(span)")
        }

        // A commit whose sync fails is complete in the WAL and may survive, although it was
        // reported as failed. It must survive as a whole or not at all.
        @Test(arguments: DiskFault.all.filter(\.isInUse))
        func `right before a power cut leaves the failed write whole, or not at all`(
            fault: DiskFault
        ) throws {
            let calls = try FaultyDiskWorld(fault).run(failingAfter: .max, .once).calls

            for call in Self.calls(of: calls) {
                let world = try FaultyDiskWorld(fault).run(
                    failingAfter: call, .untilRepaired, stopsAtFailure: true)

                let found = try (0..<4).map { try world.afterPowerCut(seed: UInt64(4 * call + $0)) }
                let allowed = [try world.expected, try world.expectedWithFailed]
                #expect(found.allSatisfy(allowed.contains), "call \(call) of \(calls)")
            }
        }

        @Test(arguments: DiskFault.all, FaultSpan.allCases)
        func `during a start is reported, and a later start succeeds`(
            fault: DiskFault, span: FaultSpan
        ) throws {
            let used = try FaultyDiskWorld(fault).run(failingAfter: .max, .once)
            // The first start, with its migrations, and one after a kill.
            let starts = [
                (Disk(), ItemState(revision: 0, items: [])), (used.disk.killed(), try used.seen),
            ]
            for (base, before) in starts {
                let counting = base.killed()
                counting.fail(fault, after: .max, times: 0)
                _ = try open(counting).get()

                for call in Self.calls(of: counting.calls) {
                    let disk = base.killed()
                    disk.fail(fault, after: call, times: span.times)
                    let first = open(disk)
                    disk.repair()

                    let hint: Comment = "call \(call) of \(counting.calls)"
                    #expect(first.isOpenOrSaysWhy, hint)
                    if case .success(let opened) = first {
                        #expect(try opened.repository.state(of: opened.owner) == before, hint)
                    }
                    let opened = try open(disk).get()
                    #expect(try opened.repository.state(of: opened.owner) == before, hint)
                    #expect(try disk.connect().violations() == [], hint)
                }
            }
        }

        private func open(_ disk: Disk) -> Result<Opened, OpenFailure> {
            Result { () throws(OpenFailure) in
                let storage = try SQLiteDatabase.open(
                    Disk.file, options: disk.options, clock: .constant(0))
                let opened = Opened(
                    repository: storage.repository(), owner: storage.localOwner)
                // A lane reads when it begins. If that fails, it tries again at the next request.
                _ = try? opened.repository.revision(of: opened.owner)
                _ = try? opened.repository.endRound()
                return opened
            }
        }

        /// Every call in a long run, the first and every few of the others otherwise.
        private static func calls(of count: Int) -> [Int] {
            let step = Crashes.rounds == nil ? max(1, count / 5) : 1
            return [0] + stride(from: step == 1 ? 1 : .random(in: 1...step), to: count, by: step)
        }
    }
}

/// Opened storage, as a lane uses it.
private struct Opened {
    let repository: SQLiteRepository
    let owner: Owner
}

extension Result<Opened, OpenFailure> {
    /// Whether it is open, or failed because the database could not be reached.
    fileprivate var isOpenOrSaysWhy: Bool {
        switch self {
        case .success, .failure(.database), .failure(.migration): true
        case .failure: false
        }
    }
}
