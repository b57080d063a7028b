/// The versions of the Model Context Protocol that are spoken here.
///
///     era         version is named by              state
///     handshake   `initialize`, then a header      a session, which this server does without
///     stateless   each request, in `params._meta`  none
enum MCPVersion {
    /// From the oldest to the newest.
    static let handshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    static let stateless = ["2026-07-28"]

    /// The version to which `initialize` is answered: the one asked for, or the newest.
    static func agreed(on asked: String) -> String {
        handshake.last { $0 == asked } ?? handshake[handshake.count - 1]
    }
}
