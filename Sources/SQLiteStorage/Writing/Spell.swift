/// A spell of work on the writer's thread, after which others have the core first.
///
/// A large request, many small ones, or what is done beside them keep the
/// thread at work for milliseconds, while reads wait for its core until the
/// kernel's next tick. Where cores are idle this is no pause.
///
/// Only touched on the writer's queue.
final class Spell {
    /// A spell in microseconds.
    static let longest = 1_000
    /// After so many steps of a statement it is time to look: usually less than a tenth of a spell.
    static let steps = 1_000

    /// Lets other threads have the core first.
    let giveWay: @Sendable () -> Void
    /// Lets go of the core for less than a tenth of a millisecond.
    let nap: @Sendable () -> Void
    /// Microseconds of a clock that only goes forward.
    let now: () -> Int
    private var began = 0

    /// A spell that begins now.
    init(
        giveWay: @escaping @Sendable () -> Void = yieldCore,
        nap: @escaping @Sendable () -> Void = takeNap,
        now: @escaping () -> Int = StorageFigures.now
    ) {
        self.giveWay = giveWay
        self.nap = nap
        self.now = now
        begin()
    }

    /// Begins a spell.
    func begin() { began = now() }

    /// Gives way if this has been a spell, and begins the next one.
    func look() {
        guard now() - began >= Self.longest else { return }
        giveWay()
        begin()
    }
}
