import Testing

@testable import toodoo

@Suite struct `The database of serve` {
    @Test(arguments: [[:], ["HOME": ""], ["HOME": "me", "XDG_DATA_HOME": "data"]])
    func `refuse to guess a place for the database`(environment: [String: String]) {
        #expect(throws: UsageFailure.noHome) { try serve([], environment) }
    }

    @Test(arguments: ["postgres://u:secret@h/toodoo", "postgresql:///toodoo"])
    func `refuse the URL of a database server, without repeating its password`(url: String) {
        #expect(throws: UsageFailure.databaseServer) { try serve(["--db", url], [:]) }
        #expect(throws: UsageFailure.databaseServer) { try serve([], ["TOODOO_DB": url]) }
        #expect(!UsageFailure.databaseServer.message.contains("secret"))
    }

    @discardableResult
    private func serve(
        _ words: [String], _ environment: [String: String]
    ) throws(UsageFailure) -> ServeOptions {
        try ServeOptions(words, environment: { environment[$0] }, process: 1)
    }
}
