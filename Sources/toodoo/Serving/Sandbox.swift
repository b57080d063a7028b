import API
import HTTPServer
import Items

/// What a sandbox has that no other server has: files in memory, a clock of its own, and faults.
///
/// SQLite's databases in memory have no readers beside a writer (sqlite.org/inmemorydb.html), so the
/// database is a file in a folder of memory, which goes with the server.
struct Sandbox: Sendable {
    let faults: InjectedFaults
    /// Seconds by which its clock is ahead of the system's.
    private let lead: Double
    private let folder: String

    /// A sandbox whose clock shows `time` now, and runs.
    init(startingAt time: Double?, _ faults: InjectedFaults) {
        self.faults = faults
        lead = time.map { $0 - Clock.system.now() } ?? 0
        let memory = "/dev/shm"
        let parent =
            isWritable(memory)
            ? memory
            : Environment.value("TMPDIR").flatMap {
                $0.isEmpty ? nil : $0
            } ?? "/tmp"
        folder = "\(parent)/toodoo-sandbox-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    }

    /// The database, whose folder the server makes.
    var database: String { "\(folder)/sandbox.sqlite" }

    var clock: Clock {
        Clock { [lead] in ((Clock.system.now() + lead) * 1_000).rounded() / 1_000 }
    }

    /// The clocks of the lanes, which write `Date`.
    var clocks: Clocks { .system.ahead(milliseconds: Int((lead * 1_000).rounded())) }

    /// Removes the database; files that are not there are not missed.
    func removeFiles() {
        for name in (try? names(inFolder: folder)) ?? [] where name != "." && name != ".." {
            try? removeFile("\(folder)/\(name)")
        }
        try? removeFolder(folder)
    }
}
