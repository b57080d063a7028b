import CommandLine
import HTTP
import API
import Testing

@testable import toodoo

@Suite struct `The options of the page` {
    private static let tiles = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"

    @Test(arguments: [
        ("on", PageSource.program), ("off", .off), ("./web", .folder("./web")),
        ("/web", .folder("/web")), ("./on", .folder("./on")), ("On", .folder("On")),
    ])
    func `select the source of the page`(value: String, page: PageSource) throws {
        let options = try serve(["--page", value])

        #expect(options.page == page)
    }

    @Test func `select the embedded page by default`() throws {
        #expect(try serve([]).page == .program)
    }

    // proves: operation-1
    @Test(arguments: [
        "off", "https://example.org", "https://example.org/{z}/{x}", "example.org/{z}/{x}/{y}",
        "https://example.org; script-src */{z}/{x}/{y}",
    ])
    func `refuse a malformed URL of tiles`(value: String) {
        let failure = UsageFailure.badValue(
            option: "--tiles", value: value,
            expected: """
                an http or https URL whose path has {z}, {x} and {y} \
                (https://tile.openstreetmap.org/{z}/{x}/{y}.png)
                """)

        #expect(throws: failure) { try serve(["--tiles", value]) }
    }

    @Test(arguments: [
        (["--auth", "off"], false, false), (["--auth", "on"], true, true),
        (["--auth", "on", "--sign-up", "closed"], true, false),
        (["--proxies", "127.0.0.1"], true, false),
        (["--proxies", "127.0.0.1", "--sign-up", "open"], true, true),
    ])
    func `pass on to the page whether there are accounts`(
        words: [String], hasAccounts: Bool, hasSignUp: Bool
    ) throws {
        let settings = try serve(words).pageSettings(on: "127.0.0.1")

        #expect(settings.hasAccounts == hasAccounts)
        #expect(settings.hasSignUp == hasSignUp)
    }

    @Test func `pass on geocoder, reminders and tiles to the page`() throws {
        let options = try serve([
            "--geocoder", "https://nominatim.openstreetmap.org", "--tiles", Self.tiles,
            "--push-contact", "mailto:admin@example.org",
        ])

        let settings = options.pageSettings(on: "127.0.0.1")

        #expect(settings.hasGeocoder)
        #expect(settings.hasReminders)
        #expect(settings.tiles?.text == Self.tiles)
        #expect(try serve([]).pageSettings(on: "127.0.0.1") == PageSettings())
    }
}
