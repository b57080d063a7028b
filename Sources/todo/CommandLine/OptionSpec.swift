/// The declaration of an option: its name, value and help.
struct OptionSpec: Equatable, Sendable {
    /// With its dashes.
    let name: String
    /// The placeholder of its value; nil if it has none.
    let value: String?
    /// Explains it in one line.
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// As it is written in help: `--due DATE`.
    var form: String { value.map { "\(name) \($0)" } ?? name }

    /// The options of all commands.
    static let common = [
        OptionSpec("--json", "prints JSON"),
        OptionSpec("--offline", "contacts no server"),
        OptionSpec("--server", "URL", "the server for this command (TODO_SERVER)"),
        OptionSpec("--data", "FOLDER", "the folder of the items (TODO_DATA)"),
        OptionSpec("--help", "explains the command"),
        OptionSpec("--version", "prints the version"),
    ]

    /// The options of an item's content.
    static let content = [
        OptionSpec(
            "--due", "DATE", "the due date: tomorrow, friday 18:30, in 3 days, 2026-12-24"),
        OptionSpec("--note", "TEXT", "further text"),
        OptionSpec("--place", "NAME", "the name of the place"),
        OptionSpec("--at", "LAT,LON", "the coordinate of the place, in degrees"),
        OptionSpec("--address", "TEXT", "the address of the place; the server looks it up"),
    ]

    private init(_ name: String, _ help: String) {
        self.init(name, nil, help)
    }
}
