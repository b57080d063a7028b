import Accounts

/// One option of `toodoo serve`: what it is called, what it is for, and how its value is read.
struct ServeOption: Sendable {
    /// As a flag, such as `--port`.
    let name: String
    /// What stands for the value in the help.
    let placeholder: String
    /// What it does; further lines are set below the first.
    let meaning: String
    /// What holds when nothing is said, as one would say it; nil when the meaning tells.
    let standard: String?
    /// Which values are taken, for the sentence that refuses another.
    let expected: String
    /// Takes a value over; false when it is none of those.
    let take: @Sendable (String, inout ServeOptions) -> Bool
    /// What holds when nothing is said, where that depends on the machine or on other options.
    var standing: (@Sendable (ServeOptions) -> String)?
    /// Whether the value is nobody's business who may look at a log.
    var isSecret = false

    /// How the environment variables of all options begin.
    static let variablePrefix = "TOODOO_"

    /// The environment variable that stands for the flag.
    var variable: String {
        // By bytes, which names have: as text it takes eight thousand instructions for each, at every
        // start.
        let letters = name.utf8.dropFirst(2).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            default: byte
            }
        }
        return Self.variablePrefix + String(decoding: letters, as: UTF8.self)
    }
}

extension ServeOption {
    /// What was said of an option.
    struct Saying {
        let option: ServeOption
        let value: String
        /// Whether a flag says it; otherwise it is the environment.
        let isFlag: Bool
    }

    /// The same option, and how to tell what holds when nothing is said.
    func standing(_ text: @escaping @Sendable (ServeOptions) -> String) -> ServeOption {
        var option = self
        option.standing = text
        return option
    }

    /// Where an option's value is kept.
    typealias Place<Value> = any WritableKeyPath<ServeOptions, Value> & Sendable

    /// An option whose value is any text, and may be read as another.
    static func text(
        _ name: String, _ placeholder: String, _ place: Place<String>, _ meaning: String,
        standard: String? = nil, reading: @escaping @Sendable (String) -> String = { $0 }
    ) -> ServeOption {
        ServeOption(
            name: name, placeholder: placeholder, meaning: meaning, standard: standard,
            expected: "a text"
        ) { text, options in
            options[keyPath: place] = reading(text)
            return true
        }
    }

    /// An option whose value is read as something else, and may be absent.
    static func value<Value: SendableMetatype>(
        _ name: String, _ placeholder: String, _ place: Place<Value?>, _ meaning: String,
        expected: String, reading: @escaping @Sendable (String) -> Value?
    ) -> ServeOption {
        ServeOption(
            name: name, placeholder: placeholder, meaning: meaning, standard: nil,
            expected: expected
        ) { text, options in
            guard let value = reading(text) else { return false }
            options[keyPath: place] = value
            return true
        }
    }

    /// An option whose value is one or more parts between commas, each read by itself.
    static func list<Part: SendableMetatype>(
        _ name: String, _ placeholder: String, _ place: Place<[Part]>, _ meaning: String,
        expected: String, reading: @escaping @Sendable (String) -> Part?
    ) -> ServeOption {
        ServeOption(
            name: name, placeholder: placeholder, meaning: meaning, standard: nil,
            expected: expected
        ) { text, options in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let parts = words.compactMap { reading(String($0)) }
            guard parts.count == words.count else { return false }
            options[keyPath: place] = parts
            return true
        }
    }

    /// An option whose value is one of a few words.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ name: String, _ place: Place<Choice>, _ meaning: String
    ) -> ServeOption {
        let words = Choice.allCases.map(\.rawValue)
        return ServeOption(
            name: name, placeholder: words.joined(separator: "|"), meaning: meaning,
            standard: ServeOptions.standard[keyPath: place].rawValue,
            expected: words.joined(separator: " or ")
        ) { text, options in
            guard let choice = Choice(rawValue: text) else { return false }
            options[keyPath: place] = choice
            return true
        }
    }

    /// An option whose value is a number, a time or a size, and always there.
    static func quantity<Kind: Quantity>(
        _ name: String, _: Kind.Type, _ place: Place<Int>, _ range: ClosedRange<Int>,
        _ meaning: String
    ) -> ServeOption {
        let standard = Kind(count: ServeOptions.standard[keyPath: place]).text
        return quantity(name, Kind.self, range, meaning, standard: standard) {
            $1[keyPath: place] = $0
        }
    }

    /// An option whose value is a number, and may be absent.
    static func number(
        _ name: String, _ place: Place<Int?>, _ range: ClosedRange<Int>, _ meaning: String,
        standard: String? = nil
    ) -> ServeOption {
        quantity(name, Count.self, range, meaning, standard: standard) {
            $1[keyPath: place] = $0
        }
    }

    /// An option whose value is a rate, or none.
    static func rate(_ name: String, _ place: Place<Rate?>, _ meaning: String) -> ServeOption {
        ServeOption(
            name: name, placeholder: "RATE", meaning: meaning,
            standard: ServeOptions.standard[keyPath: place].map { "\($0)" } ?? "off",
            expected: "a rate from 1 to 1000000 a second, minute, hour or day (60/m), or off"
        ) { text, options in
            do throws(MalformedRate) {
                options[keyPath: place] = try Rate.read(text)
                return true
            } catch {
                return false
            }
        }
    }

    private static func quantity<Kind: Quantity>(
        _ name: String, _: Kind.Type, _ range: ClosedRange<Int>, _ meaning: String,
        standard: String?, _ set: @escaping @Sendable (Int, inout ServeOptions) -> Void
    ) -> ServeOption {
        let (lowest, highest) = (Kind(count: range.lowerBound), Kind(count: range.upperBound))
        return ServeOption(
            name: name, placeholder: Kind.placeholder, meaning: meaning, standard: standard,
            expected: "\(Kind.noun) from \(lowest.text) to \(highest.text)\(Kind.hint)"
        ) { text, options in
            guard let value = Kind(text), range.contains(value.count) else { return false }
            set(value.count, &options)
            return true
        }
    }
}
