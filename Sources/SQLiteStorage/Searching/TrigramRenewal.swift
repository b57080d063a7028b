import SQLite

/// Makes trigrams anew when half of what they say no longer holds, a little in each turn.
///
///     begin     which runs are old, and up to which place they have texts, becomes a row of renewals
///     a turn    the next of these texts become a run, as they are now
///     a turn    when there are no more, the first old run goes
///     the end   when none of them is left, the row goes
///
/// Searches ask old runs and new ones, and each commit on the way is a state like any other. What is
/// written meanwhile becomes runs as ever, which are none of the old ones.
final class TrigramRenewal {
    /// So many runs more may there be than half of them have use for.
    private static let spareRuns = 16

    private let session: any StorageSession
    private let runs: TrigramRuns
    private let statements: TrigramStatements
    /// Whose trigrams are being made anew, the next one first. Some have no row: those who are done,
    /// who have left, or whose beginning was taken back.
    private var owners: [Int] = []

    init(_ session: any StorageSession, _ runs: TrigramRuns, _ statements: TrigramStatements) {
        self.session = session
        self.runs = runs
        self.statements = statements
    }

    /// Finds whose were being made anew when the last server ended.
    func resume() throws(DatabaseError) {
        var renewals = try session.prepare("SELECT owner FROM renewals ORDER BY owner")
        while try session.step(&renewals) { note(renewals.integer(at: 0)) }
    }

    /// Whether somebody's are being made anew.
    var hasWork: Bool { !owners.isEmpty }

    /// Begins for an owner if too much no longer holds, or goes on with what another process has begun.
    func look(at owner: Int) throws(DatabaseError) {
        let state = try state(of: owner)
        if state.isBegun {
            note(owner)
        } else if state.stale / runs.room >= state.runs / 2 + Self.spareRuns {
            try begin(owner)
        }
    }

    /// Begins for an owner, whatever holds.
    func begin(_ owner: Int) throws(DatabaseError) {
        try statements.beginRenewal.bind(owner, at: 1)
        try session.run(&statements.beginRenewal)
        try statements.forgetStale.bind(owner, at: 1)
        try session.run(&statements.forgetStale)
        note(owner)
    }

    /// Does a little for the owner whose turn it is, and answers whether anybody had one.
    func work() throws(DatabaseError) -> Bool {
        while let owner = owners.first {
            guard let renewal = try renewal(of: owner) else {
                owners.removeFirst()
                continue
            }
            if renewal.place < renewal.lastPlace {
                try makeRun(renewal, owner)
            } else if let run = renewal.firstRun, run <= renewal.oldRuns {
                try drop(run, owner)
            } else {
                try statements.endRenewal.bind(owner, at: 1)
                try session.run(&statements.endRenewal)
            }
            owners.append(owners.removeFirst())
            return true
        }
        return false
    }

    /// Leaves the next owner until somebody looks at them again.
    func passFirst() {
        if !owners.isEmpty { owners.removeFirst() }
    }

    private func note(_ owner: Int) {
        if !owners.contains(owner) { owners.append(owner) }
    }

    /// How it stands with an owner's runs.
    private struct State {
        var runs = 0
        var stale = 0
        var isBegun = false
    }

    private func state(of owner: Int) throws(DatabaseError) -> State {
        try statements.state.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return State() }
            return State(
                runs: try statement.counter(at: 0), stale: try statement.counter(at: 1),
                isBegun: statement.integer(at: 2) == 1)
        }
    }

    /// How far it is with an owner.
    private struct Renewal {
        var oldRuns: Int
        var place: Int
        var lastPlace: Int
        /// The first run that there is.
        var firstRun: Int?
    }

    private func renewal(of owner: Int) throws(DatabaseError) -> Renewal? {
        try statements.renewal.withReset { statement throws(DatabaseError) in
            try statement.bind(owner, at: 1)
            guard try session.step(&statement) else { return nil }
            return Renewal(
                oldRuns: try statement.counter(at: 0), place: try statement.counter(at: 1),
                lastPlace: try statement.counter(at: 2),
                firstRun: statement.isNull(at: 3) ? nil : statement.integer(at: 3))
        }
    }

    private func makeRun(_ renewal: Renewal, _ owner: Int) throws(DatabaseError) {
        try statements.searchableTexts.bind(renewal.place, at: 3)
        try statements.searchableTexts.bind(renewal.lastPlace, at: 4)
        let texts = try runs.collect(&statements.searchableTexts, owner)
        if texts.count > 0 { try runs.make(of: texts, owner) }
        let place = texts.weight < runs.room ? renewal.lastPlace : texts.last
        // Those that waited are in it as they are now.
        try statements.forgetRenewed.bind(owner, at: 1)
        try statements.forgetRenewed.bind(renewal.place, at: 2)
        try statements.forgetRenewed.bind(place, at: 3)
        try session.run(&statements.forgetRenewed)
        try statements.setRenewed.bind(owner, at: 1)
        try statements.setRenewed.bind(place, at: 2)
        try session.run(&statements.setRenewed)
    }

    private func drop(_ run: Int, _ owner: Int) throws(DatabaseError) {
        try statements.dropRun.bind(owner, at: 1)
        try statements.dropRun.bind(run, at: 2)
        try session.run(&statements.dropRun)
        // A damaged key is found by no search for it, and would be tried for ever.
        try statements.dropRun.require(session.changes > 0, "a run that cannot be dropped")
    }
}
