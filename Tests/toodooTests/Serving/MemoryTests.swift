import Testing

@testable import toodoo

@Suite struct `Memory that only the start needed` {
    @Test func `is handed back, and what is needed again comes back`() throws {
        let before = try #require(ProcessStats.residentBytes)

        releaseStartupMemory()
        let after = try #require(ProcessStats.residentBytes)

        // A megabyte of many, since other tests go on meanwhile.
        #expect(after < before - 1 << 20)
        #expect(!ProcessStats.isTraced)
    }
}
