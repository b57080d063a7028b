import HTTP
@testable import HTTPServer
import TestSupport

/// A server whose handler has an upstream.
func world(
    _ table: [(String, ScriptedHandler.Answer)], admissions: [String: Admission] = [:],
    isAutomatic: Bool = true, clocks: ManualClocks = ManualClocks(),
    _ adjust: (inout Limits) -> Void = { _ in }
) throws -> ServerWorld {
    try ServerWorld(
        Dictionary(uniqueKeysWithValues: table), admissions: admissions, clocks: clocks,
        upstream: ScriptedUpstream(isAutomatic: isAutomatic), adjust)
}

extension ServerWorld {
    var upstream: ScriptedUpstream {
        guard let upstream = handler.scripted else { preconditionFailure("it has none") }
        return upstream
    }

    /// Waits until the questions of so many requests were sent.
    func untilAsked(_ count: Int = 1) throws {
        try until { [upstream] _ in upstream.waiting == count }
    }

    /// Disconnects a client, and then delivers its rows.
    func lose(_ client: WireClient) throws {
        client.reset()
        try until { $0.open.isEmpty }
        upstream.release()
        try round()
    }
}
