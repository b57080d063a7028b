import Foundation
import StorageTestSupport
import TestSupport
import Testing

@Suite(.enabled(if: PostgresWorld.isAvailable)) struct `Servers on PostgreSQL` {
    /// `scripts/failover` is the full test. Here it runs each of its events once.
    // proves: durable-3
    @Test func `lose no acknowledged write if servers, primaries and connections fail`() throws {
        let script = repositoryFile("scripts/failover")
        let options = "--rounds 5 --seconds 0.3 --writers 4 --servers 2"

        let output = try shell(
            "\(script) \(options) --toodoo \(toodooBinary()) 2>&1; echo \"code $?\"")

        #expect(output.hasSuffix("\ncode 0\n"), "\(output)")
        #expect(output.matches(of: /(?m) 0 +0$/).count == 5, "\(output)")
    }
}
