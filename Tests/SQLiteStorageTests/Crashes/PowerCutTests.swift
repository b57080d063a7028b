import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

extension Crashes {
    @Suite struct `A power cut` {
        // proves: service-6
        @Test(arguments: Crashes.seeds(6))
        func `takes nothing that was answered, and leaves nothing half-done`(seed: UInt64) throws {
            var dice = SplitMix64(seed: seed)
            var disk = Disk()
            var cuts = 0
            for generation in 0..<4 {
                let life = try Workload(on: disk, seed: dice.next())
                try life.run(waves: .random(in: 3...14, using: &dice))

                var survivors: [Disk] = []
                for _ in 0..<12 {
                    let cut = Cut(of: life, using: &dice)
                    let fault = try cut.fault()
                    #expect(fault == nil, "seed \(seed), generation \(generation), \(cut)")
                    // Found in the middle of its recovery, it must not be any worse off.
                    let again = try cut.again(using: &dice)
                    #expect(again == nil, "seed \(seed), generation \(generation), \(cut), again")
                    survivors.append(cut.disk)
                    cuts += 2
                }

                // Life goes on from one of them, some with a log that was never finished.
                disk = survivors.randomElement(using: &dice)?.killed() ?? disk
            }
            Crashes.report("\(cuts) power cuts with seed \(seed)")
        }

        @Test(arguments: Crashes.seeds(3))
        func `at every moment of the first start leaves a file that can be opened`(
            seed: UInt64
        ) throws {
            let disk = Disk()
            do {
                let storage = try SQLiteDatabase.open(
                    Disk.file, options: disk.options, clock: .constant(0))
                try storage.closeAndWait()
            }

            for operations in 0...disk.operations {
                let cut = disk.cut(after: operations, seed: seed &+ UInt64(operations))
                let storage = try SQLiteDatabase.open(
                    Disk.file, options: cut.options, clock: .constant(0))
                let state = try storage.repository().state(of: storage.localOwner)

                #expect(
                    state == ItemState(revision: 0, items: []), "after \(operations), seed \(seed)")
                #expect(try cut.connect().violations() == [], "after \(operations), seed \(seed)")
            }
            #expect(disk.operations > 20)
        }

        // What these tests look for can be found: with less care, the same cuts lose answers.
        @Test(arguments: [Workload.Durability.normal, .off, .lyingDisk])
        func `takes what was answered where less care is taken`(
            durability: Workload.Durability
        ) throws {
            var dice = SplitMix64(seed: 1)
            let life = try Workload(on: Disk(), durability, seed: 1)
            try life.run(waves: 12)

            var lost = 0
            for _ in 0..<40 {
                let fault: String?
                do {
                    fault = try Cut(of: life, using: &dice).fault()
                } catch is DatabaseError where durability == .lyingDisk {
                    // Nothing was ever in order on it: it may leave less than a database.
                    fault = "it holds what was true after batch none"
                }
                if fault?.hasPrefix("it holds what was true after batch") == true { lost += 1 }
            }

            #expect(lost > 0)
        }
    }
}

/// A disk whose power failed at some moment of a life, and what must be found on it.
private struct Cut: CustomStringConvertible {
    let disk: Disk
    let description: String
    /// What every answer up to the cut adds up to, and the same with the batch that was under way.
    private let expected: [Workload.Moment]
    private let moments: [Workload.Moment]
    private let answered: Int

    init(of life: Workload, using dice: inout SplitMix64) {
        let start = life.moments[0].operations
        let operations = Int.random(in: start...life.disk.operations, using: &dice)
        let seed = dice.next()
        disk = life.disk.cut(after: operations, seed: seed)
        description = "after \(operations) operations, cut \(seed)"
        moments = life.moments
        answered = life.moments.lastIndex { $0.operations <= operations } ?? 0
        expected = Array(life.moments[answered...].prefix(2))
    }

    /// What is wrong with the disk once the server has started on it; nil when nothing is.
    func fault() throws -> String? {
        let storage: SQLiteDatabase
        do {
            storage = try SQLiteDatabase.open(Disk.file, options: disk.options, clock: .constant(0))
        } catch {
            return "it cannot be opened: \(error)"
        }
        let repository = storage.repository()
        let database = try disk.connect(.readOnly)
        let found = try database.dump()
        guard let moment = expected.first(where: { $0.dump == found }) else {
            return "it holds \(describe(found)) instead of what was answered"
        }
        let revision = try repository.revision(of: storage.localOwner)
        guard revision == moment.revisions[0] else { return "the clock says \(revision)" }
        let violations = database.violations()
        return violations.isEmpty ? nil : violations.joined(separator: "; ")
    }

    /// The same after the power has failed once more, while the log was put into the database.
    func again(using dice: inout SplitMix64) throws -> String? {
        let before = disk.operations
        do {
            let storage = try SQLiteDatabase.open(
                Disk.file, options: disk.options, clock: .constant(0))
            try storage.closeAndWait()
        } catch {
            return "it cannot be closed: \(error)"
        }
        let operations = Int.random(in: before...disk.operations, using: &dice)
        return try Cut(self, disk.cut(after: operations, seed: dice.next())).fault()
    }

    private init(_ first: Cut, _ disk: Disk) {
        self.disk = disk
        expected = first.expected
        moments = first.moments
        answered = first.answered
        description = ""
    }

    private func describe(_ found: [String]) -> String {
        guard let index = moments.firstIndex(where: { $0.dump == found }) else {
            return "what never was"
        }
        return "what was true after batch \(index) of \(answered)"
    }
}

extension SQLiteDatabase {
    /// Closes it as a server does that goes down; throws when the log could not be emptied.
    func closeAndWait() throws {
        let result = Mutex<StorageFailure?>(nil)
        let closed = DispatchSemaphore(value: 0)
        close { failure in
            result.withLock { $0 = failure }
            closed.signal()
        }
        closed.wait()
        if let failure = result.withLock({ $0 }) { throw failure }
    }
}
