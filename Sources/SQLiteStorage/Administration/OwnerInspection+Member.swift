package import Items

extension OwnerInspection {
    /// A member of an item, as stored or as a log entry stores it.
    package struct Member: Equatable, Sendable {
        /// The value of a member.
        package enum Value: Equatable, Sendable {
            case text(String)
            /// A text that may be too long to be shown.
            case longText(String)
            /// A time in ISO 8601, or a number.
            case plain(String)
            case location(Location)
            /// The time since which the item is done; nil while it is open.
            case done(since: String?)
        }

        package let name: String
        /// Nil when the item has none.
        package let value: Value?

        static func text(_ name: String, _ text: String?) -> Member {
            Member(name: name, value: text.map { .text($0) })
        }

        static func longText(_ name: String, _ text: String?) -> Member {
            Member(name: name, value: text.map { .longText($0) })
        }

        static func plain(_ name: String, _ text: String?) -> Member {
            Member(name: name, value: text.map { .plain($0) })
        }

        static func location(_ location: Location?) -> Member {
            Member(name: "location", value: location.map { .location($0) })
        }

        static func done(since time: String?) -> Member {
            Member(name: "done", value: .done(since: time))
        }
    }
}
