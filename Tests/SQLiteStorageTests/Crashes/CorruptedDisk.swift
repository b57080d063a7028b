import Items
import SQLite
@testable import SQLiteStorage
import StorageTestSupport
import TestSupport

/// A database after some waves of writes, to be damaged again and again.
struct CorruptedDisk {
    /// What a server makes of a damaged disk.
    enum Finding: Equatable {
        /// It does not start, and says why.
        case refused
        /// It starts, and says why it cannot read.
        case reported
        /// It shows all, and a check finds what is wrong.
        case found(by: [String])
        case shows([String])
    }

    private let disk: Disk
    /// What was true after each wave.
    let pictures: [[String]]

    /// A disk with everything in the log, or with everything in the file.
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

    /// How long a file is.
    func size(of file: String) -> Int {
        disk.size(of: file) ?? 0
    }

    /// What a server makes of the disk when `damage` was done to it.
    ///
    /// It also goes on writing, whatever comes of that, since no damage may end the process.
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

    private func write(to repository: SQLiteItemRepository, _ owner: Owner) {
        var actions = (1...9 as ClosedRange<UInt64>).map {
            ItemWrite.Action.put(id($0), content("after"))
        }
        actions.append(.deleteAll)
        for action in actions { _ = repository.perform(ItemWrite(owner: owner, action: action)) }
    }
}
