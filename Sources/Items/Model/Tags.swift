/// The tags of an item, in the order given. No two of them are equal by case folding.
package struct Tags: Equatable, Sendable {
    /// The maximum number of tags.
    package static let most = 10
    /// The maximum length of a tag.
    package static let characters = 40

    /// The tags with a space between two; no tag has white space.
    package let text: String

    /// The tags of a stored text; nil if it is not the text of valid tags.
    package init?(_ text: String) {
        var builder = Builder()
        for tag in text.split(separator: " ", omittingEmptySubsequences: false) {
            guard builder.count < Self.most, (try? builder.add(String(tag))) != nil else {
                return nil
            }
        }
        self.text = text
    }

    fileprivate init(joined text: String) { self.text = text }

    /// The bytes of the tags, without what separates them.
    package var bytes: Int { text.utf8.count { $0 != UInt8(ascii: " ") } }

    /// Takes one tag after the other, and checks each.
    package struct Builder {
        private var text = ""
        private var folded: [[UInt8]] = []

        /// No tags yet.
        package init() {}

        package var count: Int { folded.count }

        /// What was taken; nil if that is nothing.
        package var tags: Tags? { folded.isEmpty ? nil : Tags(joined: text) }

        /// Adds a tag behind the others.
        package mutating func add(_ tag: String) throws(TagFault) {
            try Tags.check(tag)
            let key = CaseFolding.fold(tag)
            guard !folded.contains(key) else { throw .isRepeated }
            text += folded.isEmpty ? tag : " " + tag
            folded.append(key)
        }
    }

    /// Checks one tag.
    package static func check(_ tag: String) throws(TagFault) {
        let scalars = tag.unicodeScalars
        if let forbidden = scalars.first(where: isForbidden) { throw .contains(forbidden) }
        guard tag.hasVisibleCharacter else { throw .isEmpty }
        guard scalars.count <= characters else { throw .isTooLong(characters: scalars.count) }
    }

    /// Whether both are equal byte for byte.
    package static func == (a: Tags, b: Tags) -> Bool { sameBytes(a.text, b.text) }

    /// Characters that end a tag where one is typed, and those that separate tags.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "#" || scalar == "," || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .control
    }
}

/// A violation of a tag's rules.
package enum TagFault: Error, Equatable, Sendable {
    /// It has no character that can be seen.
    case isEmpty
    case isTooLong(characters: Int)
    case contains(Unicode.Scalar)
    /// It equals an earlier one by case folding.
    case isRepeated
}
