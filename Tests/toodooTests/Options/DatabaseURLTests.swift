import CommandLine
import Testing

@testable import toodoo

@Suite struct `The URL of a database` {
    // proves: separation-6
    @Test(arguments: [
        ("postgres://ann:s3cret@db/toodoo", "postgres://ann@db/toodoo"),
        ("postgresql://ann:s3cret@[::1]:5432/toodoo", "postgresql://ann@[::1]:5432/toodoo"),
        ("postgres://:s3cret@db", "postgres://db"),
        ("postgres://ann:s3cr:et@db/", "postgres://ann@db/"),
        ("postgres://ann:s3c%40ret%2F@a:1,b:2/toodoo", "postgres://ann@a:1,b:2/toodoo"),
        ("postgres:///toodoo?host=/run/db&user=ann", "postgres:///toodoo?host=/run/db&user=ann"),
        ("postgres://db/toodoo?password=s3cret", "postgres://db/toodoo"),
        (
            "postgres://db/toodoo?sslmode=require&p%61ssword=s3cret&port=1",
            "postgres://db/toodoo?sslmode=require&port=1"
        ),
        ("postgres://db/toodoo?sslpassword=s3cret&user=ann", "postgres://db/toodoo?user=ann"),
        ("postgres://db/toodoo?PASSWORD=s3cret", "postgres://db/toodoo"),
        ("postgres://db?oauth_client_secret=s3cret", "postgres://db"),
        ("postgres://", "postgres://"),
    ])
    func `is shown without passwords`(text: String, name: String) throws {
        let url = try #require(DatabaseURL(text))

        #expect(url.name == name)
        #expect(url.text == text)
    }

    @Test(arguments: [
        "postgres://ann:s3c@ret@db/toodoo", "postgres://ann:s3c/ret@db/toodoo",
        "postgres://ann:s3cret/toodoo", "postgres://a,b:s3cret", "postgres://[::1]:s3cret/toodoo",
        "postgres://ann:s3cret%@db/toodoo", "postgres://ann:s3cret%4@db", "postgres://db?s3cret",
        "postgres://ann:s3cret%+1@db", "postgres://ann:%00s3cret@db",
        "postgres://db/toodoo?password=s3=cret", "postgres://db/toodoo?password=s3%cret",
        "postgres://db/toodoo?a=1&&b=2", "postgres://db?password=s3@cret",
        "postgres://ann:s3 cret@db", "postgresql://ann:s3cret@db/\n",
    ])
    func `is refused if it is ambiguous`(text: String) {
        #expect(DatabaseURL(text) == nil)
        #expect(throws: UsageFailure.databaseURL) { try Database(text) }
    }

    @Test(arguments: ["items.sqlite", "postgres:/x", "mysql://db", "./postgres://db"])
    func `is distinguished from a path`(text: String) throws {
        #expect(try Database(text) == .file(text))
    }
}
