import Items
import SQLite
@testable import SQLiteStorage
import SQLiteTestSupport
import TestSupport

/// A database after several waves of writes, to be damaged repeatedly.
struct CorruptedDisk {
    /// The reaction of a server to a damaged disk.
    enum Finding: Equatable {
        /// It refuses to start and reports a reason.
        case refused
        /// It starts and reports a failed read.
        case reported
        /// Reads succeed, and a check finds violations.
        case found(by: [String])
        case shows([String])
    }

    private let disk: Disk
    /// The dump after each wave.
    let pictures: [[String]]

    /// A disk with all pages in the WAL, or with all pages in the file.
    init(withLog: Bool, seed: UInt64) throws {
        let ground = try Workload(on: Disk(), seed: seed).disk.killed()
        try Self.truncateWAL(of: ground)
        let life = try Workload(on: ground, isAlone: true, seed: seed)
        try life.run(waves: 12)
        pictures = life.moments.map(\.dump)
        disk = life.disk.killed()
        if !withLog { try Self.truncateWAL(of: disk) }
    }

    private static func truncateWAL(of disk: Disk) throws {
        try SQLiteDatabase.open(Disk.file, options: disk.options, clock: .constant(0))
            .closeAndWait()
    }

    /// The length of a file.
    func size(of file: String) -> Int {
        disk.size(of: file) ?? 0
    }

    /// The reaction of a server to the disk after `damage`.
    ///
    /// The server also writes afterwards: no damage may end the process.
    func finding(after damage: (Disk) -> Void) -> Finding {
        let disk = disk.killed()
        damage(disk)
        guard
            let storage = try? SQLiteDatabase.open(
                Disk.file, options: disk.options, clock: .constant(0))
        else { return .refused }
        let repository = storage.repository()
        defer { write(to: repository, storage.localOwner) }
        do {
            _ = try repository.state(of: storage.localOwner)
            try repository.endRound()
            let database = try disk.connect()
            let dump = try database.dump()
            let violations = database.violations()
            return violations.isEmpty ? .shows(dump) : .found(by: violations)
        } catch {
            return .reported
        }
    }

    private func write(to repository: SQLiteRepository, _ owner: Owner) {
        var actions = (1...9 as ClosedRange<UInt64>).map {
            ItemWrite.Action.put(id($0), content("after"))
        }
        actions.append(.deleteAll)
        for action in actions { _ = repository.perform(ItemWrite(owner: owner, action: action)) }
    }
}
