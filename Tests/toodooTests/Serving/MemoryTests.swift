import Testing

@testable import toodoo

@Suite struct `Memory of the start` {
    @Test func `is returned to the system, and available again`() throws {
        let before = try #require(ProcessStats.residentBytes)

        releaseStartupMemory()
        let after = try #require(ProcessStats.residentBytes)

        // The test expects only one of many megabytes, because other tests run at the same time.
        #expect(after < before - 1 << 20)
        #expect(!ProcessStats.isTraced)
    }
}
