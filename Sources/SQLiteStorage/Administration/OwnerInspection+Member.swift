package import Items

extension OwnerInspection {
    /// A member of an item, as it is or as an entry of the log keeps it.
    package struct Member: Equatable, Sendable {
        /// What a member can have.
        package enum Value: Equatable, Sendable {
            case text(String)
            /// A text that may be too long to be shown.
            case longText(String)
            /// A time in ISO 8601, or a number.
            case plain(String)
            case location(Location)
            /// Since when the item has been done, nil while it is open.
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
