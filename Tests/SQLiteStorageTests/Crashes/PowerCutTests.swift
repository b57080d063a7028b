import Dispatch
import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import Synchronization
import TestSupport
import Testing

extension Crashes {
    @Suite struct `A power cut` {
        // proves: durable-1
        @Test(arguments: Crashes.seeds(6))
        func `loses no acknowledged write, and leaves no partial one`(seed: UInt64) throws {
            try losesNothing(seed, isBeside: false)
        }

        // The disk notes the order of the calls, which the seed alone does not decide here.
        @Test(arguments: Crashes.seeds(3))
        func `during a checkpoint beside the writer loses nothing`(seed: UInt64) throws {
            try losesNothing(seed, isBeside: true)
        }

        private func losesNothing(_ seed: UInt64, isBeside: Bool) throws {
            var random = SplitMix64(seed: seed)
            var disk = Disk()
            var cuts = 0
            for generation in 0..<4 {
                let life = try Workload(on: disk, checkpointsBeside: isBeside, seed: random.next())
                try life.run(waves: .random(in: 3...14, using: &random))

                var survivors: [Disk] = []
                for _ in 0..<12 {
                    let cut = Cut(of: life, using: &random)
                    let fault = try cut.fault()
                    #expect(fault == nil, "seed \(seed), generation \(generation), \(cut)")
                    // A second power cut during recovery must not lose more.
                    let again = try cut.again(using: &random)
                    #expect(again == nil, "seed \(seed), generation \(generation), \(cut), again")
                    survivors.append(cut.disk)
                    cuts += 2
                }

                // The next generation continues on one of them, some with an incomplete WAL.
                disk = survivors.randomElement(using: &random)?.killed() ?? disk
            }
            Crashes.report("\(cuts) power cuts with seed \(seed)")
        }

        @Test(arguments: Crashes.seeds(3))
        func `at any moment of the first start leaves a file that can be opened`(
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

        // The test of the tests: with less durability, the same cuts lose acknowledged writes.
        @Test(arguments: [Workload.Durability.normal, .off, .lyingDisk])
        func `loses acknowledged writes with less durability`(
            durability: Workload.Durability
        ) throws {
            var random = SplitMix64(seed: 1)
            let life = try Workload(on: Disk(), durability, seed: 1)
            try life.run(waves: 12)

            var lost = 0
            for _ in 0..<40 {
                let fault: String?
                do {
                    fault = try Cut(of: life, using: &random).fault()
                } catch is DatabaseError where durability == .lyingDisk {
                    // No sync was ever real: the file may not even be a database.
                    fault = "it holds the state after batch none"
                }
                if fault?.hasPrefix("it holds the state after batch") == true { lost += 1 }
                if durability == .lyingDisk, fault?.hasPrefix("it cannot be opened") == true {
                    lost += 1
                }
            }

            #expect(lost > 0)
        }
    }
}

/// A disk after a power cut during a workload, and the states that may be found on it.
private struct Cut: CustomStringConvertible {
    let disk: Disk
    let description: String
    /// The state after all acknowledged writes, and the same with the batch in progress.
    private let expected: [Workload.Moment]
    private let moments: [Workload.Moment]
    private let answered: Int

    init(of life: Workload, using random: inout SplitMix64) {
        let start = life.moments[0].operations
        let operations = Int.random(in: start...life.disk.operations, using: &random)
        let seed = random.next()
        disk = life.disk.cut(after: operations, seed: seed)
        description = "after \(operations) operations, cut \(seed)"
        moments = life.moments
        answered = life.moments.lastIndex { $0.operations <= operations } ?? 0
        expected = Array(life.moments[answered...].prefix(2))
    }

    /// The fault of the disk after a server has started on it; nil if there is none.
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
            return "it holds \(describe(found)) instead of the acknowledged state"
        }
        let revision = try repository.revision(of: storage.localOwner)
        guard revision == moment.revisions[0] else { return "the revision is \(revision)" }
        let violations = database.violations()
        return violations.isEmpty ? nil : violations.joined(separator: "; ")
    }

    /// The same after another power cut, during the checkpoint.
    func again(using random: inout SplitMix64) throws -> String? {
        let before = disk.operations
        do {
            let storage = try SQLiteDatabase.open(
                Disk.file, options: disk.options, clock: .constant(0))
            try storage.closeAndWait()
        } catch {
            return "it cannot be closed: \(error)"
        }
        let operations = Int.random(in: before...disk.operations, using: &random)
        return try Cut(self, disk.cut(after: operations, seed: random.next())).fault()
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
            return "an unknown state"
        }
        return "the state after batch \(index) of \(answered)"
    }
}

extension SQLiteDatabase {
    /// Closes it like a server's shutdown; throws if the WAL could not be checkpointed.
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
