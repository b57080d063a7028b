/// The effective options of a server and their sources: `toodoo serve --print-config`.
struct EffectiveConfig {
    /// One option, its value quoted for a shell.
    struct Setting: Equatable {
        let name: String
        /// Nil when nothing is set.
        let value: String?
        /// `flag`, the environment variable, `default`, or `not set`.
        let source: String
    }

    let settings: [Setting]
    private let hasInheritedSocket: Bool

    /// The effective options, from the assignments by flags and environment and the defaults.
    init(
        _ options: ServeOptions, assignments: [ServeOption.OptionAssignment],
        among all: [ServeOption]
    ) {
        settings = all.map { option in
            guard let assignment = assignments.first(where: { $0.option.name == option.name })
            else {
                let value = option.computedDefault.map { $0(options) } ?? option.defaultText
                return Setting(
                    name: option.name, value: value, source: value == nil ? "not set" : "default")
            }
            return Setting(
                name: option.name, value: Self.quoted(option.printable(assignment.value)),
                source: assignment.isFlag ? "flag" : Environment.source(of: option.variable))
        }
        hasInheritedSocket = options.inherited != nil
    }

    /// A line for each option, with its source in a second column.
    var text: String {
        let assignments = settings.map { "\($0.name) \($0.value ?? "")" }
        let margin = 2 + (assignments.map(\.count).max() ?? 0)
        var lines = zip(assignments, settings).map { assignments, setting in
            assignments + String(repeating: " ", count: margin - assignments.count) + setting.source
        }
        if hasInheritedSocket {
            lines.append("LISTEN_FDS passes a socket; --host and --port are ignored")
        }
        return lines.joined(separator: "\n")
    }

    /// A value, quoted for a shell where that is necessary.
    static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    true
                default: "-._/:,=+@%[]".utf8.contains(byte)
                }
            }
        let parts = value.split(separator: "'", omittingEmptySubsequences: false)
        return isPlain ? value : "'\(parts.joined(separator: "'\\''"))'"
    }
}
