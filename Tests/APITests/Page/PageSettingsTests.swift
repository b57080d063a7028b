import HTTP
import API
import Testing

@Suite struct `The page's settings` {
    @Test(arguments: [
        (false, false, false, false, ""),
        (false, true, false, false, ""),
        (true, false, false, false, "accounts"),
        (true, true, false, false, "accounts sign-up"),
        (false, false, true, false, "geocoder"),
        (false, false, false, true, "reminders"),
        (true, true, true, true, "accounts sign-up geocoder reminders"),
    ])
    func `list the server's features`(
        hasAccounts: Bool, hasSignUp: Bool, hasGeocoder: Bool, hasReminders: Bool, text: String
    ) throws {
        var settings = PageSettings()
        settings.hasAccounts = hasAccounts
        settings.hasSignUp = hasSignUp
        settings.hasGeocoder = hasGeocoder
        settings.hasReminders = hasReminders

        #expect(try ServedPage(settings: settings, document: "%settings%").document == text)
    }

    @Test func `have the URL of tiles, escaped for HTML`() throws {
        var settings = PageSettings()
        settings.tiles = TileURL("https://tiles.example.org/{z}/{x}/{y}?a=1&b=2")

        let text = try ServedPage(settings: settings, document: "%settings%").document

        #expect(text == "tiles=https://tiles.example.org/{z}/{x}/{y}?a=1&amp;b=2")
    }
}

@Suite struct `A URL of tiles` {
    @Test(arguments: [
        ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "https://tile.openstreetmap.org"),
        ("http://127.0.0.1:8081/{z}/{x}/{y}", "http://127.0.0.1:8081"),
        ("http://[::1]:8081/{z}/{x}/{y}", "http://[::1]:8081"),
        ("https://tiles.example.org/{y}/{x}?z={z}&key=A-b_1", "https://tiles.example.org"),
    ])
    func `names its origin`(text: String, origin: String) {
        let url = TileURL(text)

        #expect(url?.text == text)
        #expect(url?.origin.text == origin)
    }

    @Test(arguments: [
        "", "tiles.example.org/{z}/{x}/{y}", "ftp://example.org/{z}/{x}/{y}",
        "//example.org/{z}/{x}/{y}", "https:///{z}/{x}/{y}", "https://example.org",
        "https://example.org/", "https://example.org?{z}{x}{y}",
        // A variable is missing or repeated.
        "https://example.org/{z}/{x}", "https://example.org/{z}/{x}/{y}/{y}",
        "https://example.org/{s}/{z}/{x}/{y}", "https://example.org/{z}/{x}/{y}/{",
        "https://example.org/{z/{x}/{y}", "https://example.org/{}{z}{x}{y}",
        // Variables before the path.
        "https://{x}.example.org/{z}/{y}", "https://{s}.example.org/{z}/{x}/{y}",
        // Characters that would end an attribute or a directive.
        "https://example.org; script-src */{z}/{x}/{y}", "https://example.org/{z}/{x}/{y}\"",
        "https://example.org/{z}/{x}/{y}>", "https://example.org/{z}/{x}/{y} a",
        "https://example.org/{z}/{x}/{y}\n", "https://example.org/{z}/{x}/{y}#a",
        "https://example.org/{z}/{x}/{y}'", "https://example.org/{z}/{x}/{y}ä",
        // Origins that a browser writes differently.
        "https://Example.org/{z}/{x}/{y}", "https://example.org:443/{z}/{x}/{y}",
        "https://ada@example.org/{z}/{x}/{y}", "https://example.org:x/{z}/{x}/{y}",
        "HTTPS://example.org/{z}/{x}/{y}", "https://*/{z}/{x}/{y}",
    ])
    func `is refused`(text: String) {
        #expect(TileURL(text) == nil)
    }
}
