package import Items

/// The ids of a file's entries, UUIDs of version 8 of these bytes:
///
///     toodoo/import │ 00 │ format │ 00 │ key
///
/// So the same entry of the same file has the same id in each import.
package struct EntryIDs {
    private let format: ImportFormat
    /// How often each entry without its own id was there, by the id of the first.
    private var copies: [ItemID: Int] = [:]

    package init(_ format: ImportFormat) {
        self.format = format
    }

    /// The id of an entry to which its program gave one.
    func id(ofOwn id: String) -> ItemID {
        self.id(ofKey: Array(id.utf8))
    }

    /// The id of an entry without its own, of which these bytes are everything; equal ones are
    /// numbered.
    package mutating func id(of entry: [UInt8]) -> ItemID {
        let first = id(ofKey: entry)
        let number = (copies[first] ?? 0) + 1
        copies[first] = number
        return number == 1 ? first : id(ofKey: entry + [0] + Array("\(number)".utf8))
    }

    private func id(ofKey key: [UInt8]) -> ItemID {
        .version8((Array("toodoo/import\0\(format.rawValue)\0".utf8) + key).span)
    }
}
