import HTTP
@testable import HTTPServer
import TestSupport

/// A server whose handler waits for arrivals.
func world(
    _ table: [(String, ScriptedHandler.Answer)], admissions: [String: ScriptedAdmission] = [:],
    isAutomatic: Bool = true, clocks: ManualClocks = ManualClocks(),
    _ adjust: (inout Limits) -> Void = { _ in }
) throws -> ServerWorld {
    try ServerWorld(
        Dictionary(uniqueKeysWithValues: table), admissions: admissions, clocks: clocks,
        arrivals: ScriptedArrivals(isAutomatic: isAutomatic), adjust)
}

extension ServerWorld {
    var arrivals: ScriptedArrivals { handler.arrivals }

    /// Waits until the handler has asked for `count` arrivals.
    func untilAsked(_ count: Int = 1) throws {
        try until { [arrivals] _ in arrivals.waiting == count }
    }

    /// Disconnects a client, and then makes the arrivals come that it waited for.
    func lose(_ client: WireClient) throws {
        client.reset()
        try until { $0.open.isEmpty }
        arrivals.release()
        try until { [arrivals] _ in arrivals.waiting == 0 }
    }
}
