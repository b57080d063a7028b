import Accounts
import CommandLine

/// One option of `toodoo serve`: its name, its help, and how its value is read.
///
/// Every start creates all options but rarely needs their texts and key paths, so these are created
/// on demand: all of them take 750,000 instructions.
struct ServeOption: Sendable {
    /// The flag, such as `--port`.
    let name: String
    /// The help text, of one or more lines.
    let summary: String
    /// Reads a value into the options; false if the value is not valid.
    let apply: @Sendable (String, inout ServeOptions) -> Bool
    private let makePlaceholder: @Sendable () -> String
    private let makeDefaultText: @Sendable () -> String?
    private let makeExpected: @Sendable () -> String
    private let completion: Completion
    /// The default, where it depends on the machine or on other options.
    var computedDefault: (@Sendable (ServeOptions) -> String)?
    /// A value as it may be printed, without secrets.
    var printable: @Sendable (String) -> String = { $0 }

    private init(
        _ name: String, _ placeholder: @autoclosure @escaping @Sendable () -> String,
        _ summary: String, defaultText: @autoclosure @escaping @Sendable () -> String?,
        expected: @autoclosure @escaping @Sendable () -> String,
        completes completion: Completion = .nothing,
        apply: @escaping @Sendable (String, inout ServeOptions) -> Bool
    ) {
        (self.name, self.summary, self.apply) = (name, summary, apply)
        (makePlaceholder, makeDefaultText, makeExpected) = (placeholder, defaultText, expected)
        self.completion = completion
    }

    /// The placeholder of the value in the help.
    var placeholder: String { makePlaceholder() }
    /// The default in the notation of the option, or in words; nil if there is none.
    var defaultText: String? { makeDefaultText() }
    /// The valid values, for an error message.
    var expected: String { makeExpected() }

    /// The declaration for the command line; the default ends its help.
    var spec: OptionSpec {
        let help = summary + (defaultText.map { " (\($0))" } ?? "")
        return OptionSpec(name, placeholder, help: help, completes: completion)
    }

    static let variablePrefix = "TOODOO_"

    /// The environment variable that corresponds to the flag.
    var variable: String {
        // On bytes: as text it takes 8,000 instructions for each option, at every start.
        let bytes = name.utf8.dropFirst(2).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            default: byte
            }
        }
        return Self.variablePrefix + String(decoding: bytes, as: UTF8.self)
    }
}

extension ServeOption {
    /// A value given for an option, and its source.
    struct OptionAssignment {
        let option: ServeOption
        let value: String
        /// Whether it comes from a flag, not from the environment.
        let isFlag: Bool
    }

    func computedDefault(_ text: @escaping @Sendable (ServeOptions) -> String) -> ServeOption {
        var option = self
        option.computedDefault = text
        return option
    }

    /// The same option with values that are printed in another form than they are given.
    func printed(as printable: @escaping @Sendable (String) -> String) -> ServeOption {
        var option = self
        option.printable = printable
        return option
    }

    /// Returns the key path of an option's value.
    typealias KeyPathProvider<Value> =
        @Sendable () -> any WritableKeyPath<ServeOptions, Value> & Sendable

    /// An option whose value is any text; `reading` may convert it.
    static func text(
        _ name: String, _ placeholder: String,
        _ keyPath: @autoclosure @escaping KeyPathProvider<String>,
        _ summary: String, defaultText: String? = nil, completes completion: Completion = .nothing,
        reading: @escaping @Sendable (String) -> String = { $0 }
    ) -> ServeOption {
        ServeOption(
            name, placeholder, summary, defaultText: defaultText, expected: "a text",
            completes: completion
        ) { text, options in
            options[keyPath: keyPath()] = reading(text)
            return true
        }
    }

    /// An optional value, which `reading` parses.
    static func value<Value: SendableMetatype>(
        _ name: String, _ placeholder: String,
        _ keyPath: @autoclosure @escaping KeyPathProvider<Value?>,
        _ summary: String, defaultText: String? = nil, expected: String,
        completes completion: Completion = .nothing,
        reading: @escaping @Sendable (String) -> Value?
    ) -> ServeOption {
        ServeOption(
            name, placeholder, summary, defaultText: defaultText, expected: expected,
            completes: completion
        ) { text, options in
            guard let value = reading(text) else { return false }
            options[keyPath: keyPath()] = value
            return true
        }
    }

    /// An option whose value is a comma-separated list, each part parsed by `reading`.
    static func list<Part: SendableMetatype>(
        _ name: String, _ placeholder: String,
        _ keyPath: @autoclosure @escaping KeyPathProvider<[Part]>,
        _ summary: String, defaultText: String? = nil, expected: String,
        reading: @escaping @Sendable (String) -> Part?
    ) -> ServeOption {
        ServeOption(name, placeholder, summary, defaultText: defaultText, expected: expected) {
            text, options in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let parts = words.compactMap { reading(String($0)) }
            guard parts.count == words.count else { return false }
            options[keyPath: keyPath()] = parts
            return true
        }
    }

    /// An option whose value is one of a few words.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ keyPath: @autoclosure @escaping KeyPathProvider<Choice>, _ summary: String
    ) -> ServeOption {
        ServeOption(
            name, words(Choice.self).joined(separator: "|"), summary,
            defaultText: ServeOptions.defaults[keyPath: keyPath()].rawValue,
            expected: words(Choice.self).joined(separator: " or "),
            completes: .words(words(Choice.self))
        ) { text, options in
            guard let choice = Choice(rawValue: text) else { return false }
            options[keyPath: keyPath()] = choice
            return true
        }
    }

    /// An option whose value is a number, a time or a size, with a default.
    static func quantity<Kind: Quantity>(
        _ name: String, _: Kind.Type, _ keyPath: @autoclosure @escaping KeyPathProvider<Int>,
        _ range: ClosedRange<Int>, _ summary: String
    ) -> ServeOption {
        quantity(
            name, Kind.self, range, summary,
            defaultText: Kind(count: ServeOptions.defaults[keyPath: keyPath()]).text
        ) {
            $1[keyPath: keyPath()] = $0
        }
    }

    /// An option whose value is a number and may be absent.
    static func number(
        _ name: String, _ keyPath: @autoclosure @escaping KeyPathProvider<Int?>,
        _ range: ClosedRange<Int>,
        _ summary: String, defaultText: String? = nil
    ) -> ServeOption {
        quantity(name, Count.self, range, summary, defaultText: defaultText) {
            $1[keyPath: keyPath()] = $0
        }
    }

    /// An option whose value is a rate or `off`.
    static func rate(
        _ name: String, _ keyPath: @autoclosure @escaping KeyPathProvider<Rate?>, _ summary: String
    ) -> ServeOption {
        ServeOption(
            name, "RATE", summary,
            defaultText: ServeOptions.defaults[keyPath: keyPath()].map { "\($0)" } ?? "off",
            expected: "a rate from 1 to 1000000 a second, minute, hour or day (60/m), or off"
        ) { text, options in
            do throws(MalformedRate) {
                options[keyPath: keyPath()] = try Rate.read(text)
                return true
            } catch {
                return false
            }
        }
    }

    private static func quantity<Kind: Quantity>(
        _ name: String, _: Kind.Type, _ range: ClosedRange<Int>, _ summary: String,
        defaultText: @autoclosure @escaping @Sendable () -> String?,
        _ set: @escaping @Sendable (Int, inout ServeOptions) -> Void
    ) -> ServeOption {
        ServeOption(
            name, Kind.placeholder, summary, defaultText: defaultText(),
            expected: """
                \(Kind.noun) from \(Kind(count: range.lowerBound).text) to \
                \(Kind(count: range.upperBound).text)\(Kind.hint)
                """
        ) { text, options in
            guard let value = Kind(text), range.contains(value.count) else { return false }
            set(value.count, &options)
            return true
        }
    }

    private static func words<Choice: CaseIterable & RawRepresentable<String>>(
        _: Choice.Type
    ) -> [String] {
        Choice.allCases.map(\.rawValue)
    }
}
