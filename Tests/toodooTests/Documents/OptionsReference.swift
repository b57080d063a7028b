@testable import toodoo

/// The page of the options of `toodoo serve`, from the table of options.
struct OptionsReference {
    private static let introduction = """
        # Options of toodoo serve

        A test compares this page with the table of options in `Sources/toodoo/Options`. Each option is
        also an environment variable; the option wins. A time is in seconds (`10s` or `10`), minutes
        (`2m`), hours (`1h`) or days (`30d`). A size is in bytes, `KiB`, `MiB`, `GiB` or `TiB`.
        `toodoo serve --print-config` prints the values in force and where each comes from.

        """

    var text: String {
        Self.introduction + ServeOption.sections.map(section).joined(separator: "\n")
    }

    private func section(_ title: String?, _ options: [ServeOption]) -> String {
        let heading = title.map { String($0.dropLast()) } ?? "General"
        return """

            ## \(heading)

            | option | variable | default | values | effect |
            |---|---|---|---|---|
            \(options.map(row).joined(separator: "\n"))

            """
    }

    private func row(_ option: ServeOption) -> String {
        let summary = option.summary.split(separator: "\n").joined(separator: " ")
        let cells = [
            "`\(option.name)`", "`\(option.variable)`", option.defaultText ?? "none",
            option.expected,
            summary,
        ]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
}
