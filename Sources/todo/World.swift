import Foundation
import ToDoClient

/// The environment of a command; tests replace each part.
struct World: Sendable {
    /// The environment variables.
    var environment: [String: String]
    /// The clock and the random numbers.
    var clock: ToDoEnvironment
    /// The calendar and time zone of dates.
    var calendar: Calendar
    /// The session that sends requests.
    var session: any HTTPSession
    /// Input and output.
    var terminal: Terminal
}
