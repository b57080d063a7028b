/// Whether a batch waits a moment for those whom the last one has answered.
///
/// Clients that write again and again fall into two groups: while the batch of one is on its way to
/// the disk, the other waits, and so in turns, and everybody waits for two syncs. Who was answered
/// needs less than a sync to write again, and then all are in one batch.
///
///     without    A syncs ─────┤ B syncs ─────┤ A syncs ─────┤ B syncs ─────┤
///     with       A syncs ─────┤ B ·A· sync ─────┤ A ·B· sync ─────┤
///
/// It is no longer than the last sync took, from that one's end, and whoever is alone waits for
/// nobody. Where those who were answered do not come again, it is tried ever more rarely.
struct Company {
    /// Microseconds, however slow the disk is.
    static let longest = 5_000
    /// The rarest: after so many batches.
    static let rarest = 64

    /// How many there would be if all came again.
    private var all = 0
    /// Until when they are waited for.
    private var end = 0
    /// With how many writes a batch began that may wait; nil while none may.
    private var began: Int?
    /// Whether it has waited.
    private var hasWaited = false
    /// How many batches wait for nobody before one does again, and how many did the last time.
    private var pause = 0
    private var lastPause = 0

    /// A batch begins with so many writes that others can come to.
    mutating func begin(with writes: Int) {
        began = nil
        hasWaited = false
        guard writes > 0, writes < all else { return }
        guard pause == 0 else { return pause -= 1 }
        began = writes
    }

    /// Whether somebody is awaited by the batch, which has so many writes by now.
    func isAwaited(beside writes: Int) -> Bool { began != nil && writes < all }

    /// Whether there is time to wait, which is then taken.
    mutating func takeTime(at now: Int) -> Bool {
        guard now < end else { return false }
        hasWaited = true
        return true
    }

    /// The batch is on the disk, so many are about to be answered, and so many others wait by now;
    /// in microseconds, how long the sync took and what time it is.
    mutating func note(answered: Int, waiting: Int, syncTook duration: Int, now: Int) {
        learn(came: answered)
        all = answered + waiting
        end = now + min(duration, Self.longest)
    }

    /// Those who came are spared a sync, and those who waited have lost a part of one.
    private mutating func learn(came writes: Int) {
        guard let began, hasWaited else { return }
        let isWorthwhile = 2 * (writes - began) >= began
        lastPause = isWorthwhile ? 0 : min(max(1, 2 * lastPause), Self.rarest)
        pause = lastPause
    }
}
