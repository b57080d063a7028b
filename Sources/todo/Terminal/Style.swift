/// Colours and weights of a terminal; plain text where there is none.
struct Style: Sendable {
    /// The style of a text.
    enum Look: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case yellow = "33"
        case green = "32"
    }

    let isColoured: Bool

    /// Colours on a terminal, unless NO_COLOR is set to anything or the terminal is a dumb one.
    init(_ world: World) {
        isColoured =
            world.terminal.showsOutput && (world.environment["NO_COLOR"] ?? "").isEmpty
            && world.environment["TERM"] != "dumb"
    }

    /// The text with a look.
    func show(_ text: String, _ look: Look?) -> String {
        guard isColoured, let look, !text.isEmpty else { return text }
        return "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m"
    }
}
