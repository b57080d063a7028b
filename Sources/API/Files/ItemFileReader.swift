import HTTP
package import Items

/// Reads items from a file, a JSON array or NDJSON, in memory for one item.
///
///     while let bytes = … {
///         reader.feed(bytes)
///         while let item = try reader.next() { … }
///     }
///     reader.end()
///     while let item = try reader.next() { … }
///
/// An item follows the rules of `POST /items`.
package struct ItemFileReader: ~Copyable {
    private var splitter = ItemFileSplitter()
    private var document = JSONDocument()
    private var bytes: [UInt8] = []
    private var offset = 0
    private var isEnded = false
    private let ids: IDGenerator

    /// A reader that generates ids for items without one.
    package init(ids: IDGenerator) {
        self.ids = ids
    }

    /// The text of the item last returned.
    var text: [UInt8] { [UInt8](copying: splitter.text) }

    /// The position of the item last returned.
    package var position: ItemFilePosition { splitter.position }

    /// Feeds the next bytes of the file; the previous ones must have been read.
    package mutating func feed(_ bytes: [UInt8]) {
        precondition(offset == self.bytes.count)
        self.bytes = bytes
        offset = 0
    }

    package mutating func end() {
        isEnded = true
    }

    /// The next item; nil if more bytes are needed.
    package mutating func next() throws(ItemFileFault) -> NewItem? {
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if try splitter.take(byte) { return try item() }
        }
        guard isEnded else { return nil }
        return try splitter.finish() ? item() : nil
    }

    private mutating func item() throws(ItemFileFault) -> NewItem {
        try Self.item(in: splitter.text, at: splitter.position, &document, ids)
    }

    private static func item(
        in text: borrowing ByteWriter, at position: ItemFilePosition,
        _ document: inout JSONDocument,
        _ ids: IDGenerator
    ) throws(ItemFileFault) -> NewItem {
        var decoder = BodyDecoder()
        let item: NewItem?
        do throws(JSONFault) {
            let root = try document.parse(text.span)
            item = decoder.newItem(root, ids)
        } catch {
            throw .notJSON(position, error)
        }
        if let item { return item }
        let issues = decoder.faults.map {
            ItemFileIssue(pointer: $0.pointer, detail: $0.detail)
        }
        throw .invalid(position, issues, count: decoder.faultCount)
    }
}
