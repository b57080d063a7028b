import CommandLine
import Testing

@testable import toodoo

@Suite struct `The database of serve` {
    @Test(arguments: [[:], ["HOME": ""], ["HOME": "me", "XDG_DATA_HOME": "data"]])
    func `has no default path without a home folder`(environment: [String: String]) {
        #expect(throws: UsageFailure.noHome) { try serve([], environment) }
    }

    @Test(arguments: ["postgres://u:secret@h/toodoo", "postgresql:///toodoo"])
    func `may be on a server`(url: String) throws {
        let database = Database.server(try #require(DatabaseURL(url)))

        #expect(try serve(["--db", url], [:]).database == database)
        #expect(try serve([], ["TOODOO_DB": url]).database == database)
    }

    // proves: separation-6
    @Test(arguments: ["postgres://u:s@secret@h/toodoo", "postgres:///toodoo?secret"])
    func `is refused with a malformed URL, without the password in the message`(url: String) {
        #expect(throws: UsageFailure.databaseURL) { try serve(["--db", url], [:]) }
        #expect(!ToodooCommand.program.message(of: .databaseURL).contains("secret"))
    }
}
