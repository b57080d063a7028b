/// The source of the page's files.
enum PageSource: Equatable, Sendable {
    /// The program contains them.
    case program
    case off
    /// The files of a folder, read for each request.
    case folder(String)

    /// Reads `on`, `off` or a path; a folder called "on" is `./on`.
    init?(_ text: String) {
        switch text {
        case "on": self = .program
        case "off": self = .off
        case "": return nil
        default: self = .folder(text)
        }
    }
}
