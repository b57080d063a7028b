import Foundation
import ToDoClient

/// All that a command sees of the machine; tests replace each part.
struct World: Sendable {
    /// The environment variables.
    var environment: [String: String]
    /// Time and chance.
    var clock: ToDoEnvironment
    /// The calendar and time zone of dates.
    var calendar: Calendar
    /// What carries requests to a server.
    var session: any HTTPSession
    /// Input and output.
    var terminal: Terminal
}
