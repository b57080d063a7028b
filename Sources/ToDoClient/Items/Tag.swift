/// The rules of tags. They are equal if they differ in nothing but case.
package enum Tag {
    /// The largest number of tags of an item.
    package static let most = 10
    private static let characters = 40

    /// The violations of the rules, each with the index of its tag.
    static func faults(of tags: [String]) -> [ItemFault] {
        guard tags.count <= most else { return [.tagsAreTooMany] }
        var known: Set<[UInt8]> = []
        return tags.enumerated().compactMap { index, tag in
            let isNew = known.insert(tag.caseFolded).inserted
            return (fault(of: tag) ?? (isNew ? nil : .isRepeated)).map { .tag(index, $0) }
        }
    }

    /// The violation of the rules by one tag; nil for a valid one.
    package static func fault(of tag: String) -> ItemFault.TagFault? {
        let scalars = tag.unicodeScalars
        if scalars.contains(where: isForbidden) { return .containsSeparator }
        if !scalars.contains(where: \.isSeen) { return .isEmpty }
        return tag.hasMoreCharacters(than: characters) ? .isTooLong : nil
    }

    /// White space and `#` end a tag where it is typed, and `,` separates tags.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "#" || scalar == "," || scalar.properties.isWhitespace
            || scalar.properties.generalCategory == .control
    }

    /// The tags without those that equal an earlier one.
    package static func unique(_ tags: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return tags.filter { known.insert($0.caseFolded).inserted }
    }

    /// The tags after two changes: what either has added is in, what either has removed is out.
    ///
    /// Spelling and order are those of `ours`; what only the other one has added follows.
    static func merged(_ ours: [String], _ theirs: [String], base: [String]) -> [String] {
        let (kept, known) = (Set(theirs.map(\.caseFolded)), Set(base.map(\.caseFolded)))
        let here = Set(ours.map(\.caseFolded))
        return ours.filter { kept.contains($0.caseFolded) || !known.contains($0.caseFolded) }
            + theirs.filter { !here.contains($0.caseFolded) && !known.contains($0.caseFolded) }
    }
}

extension String {
    /// The UTF-8 of the text without differences of case: ß is SS, but ı is not i.
    ///
    /// This is Unicode's full case folding, for which the standard library has no table. Lower case
    /// of upper case of lower case gives the same classes, except for ı.
    package var caseFolded: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return Array(lowercased().utf8) }
        return unicodeScalars.split(separator: "\u{131}", omittingEmptySubsequences: false)
            .map { String($0).lowercased().uppercased().lowercased() }
            .joined(separator: "\u{131}").utf8.map(\.self)
    }
}
