package import Items

/// What imports and the calendar need besides the items.
package struct ExchangeServices: Sendable {
    let clock: Clock
    let timeZones: any TimeZoneDatabase
    /// Whether a server without accounts serves the calendar at `/calendar/local.ics`, which
    /// any client that reaches the server can read.
    let hasLocalCalendar: Bool
    let queue: ImportQueue

    package init(
        clock: Clock = .constant(0), timeZones: any TimeZoneDatabase = UTCDatabase(),
        hasLocalCalendar: Bool = true, queue: ImportQueue = ImportQueue { $0() }
    ) {
        self.clock = clock
        self.timeZones = timeZones
        self.hasLocalCalendar = hasLocalCalendar
        self.queue = queue
    }
}
