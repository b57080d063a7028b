import HTTP
package import Items

/// Reads items from a file, an array or NDJSON, in as much memory as one item takes.
///
///     while let bytes = … {
///         reader.feed(bytes)
///         while let item = try reader.next() { … }
///     }
///     reader.end()
///     while let item = try reader.next() { … }
///
/// An item is judged by the rules for `POST /items`.
package struct ItemFileReader: ~Copyable {
    private var splitter = ItemFileSplitter()
    private var document = JSONDocument()
    private var bytes: [UInt8] = []
    private var position = 0
    private var isEnded = false
    private let ids: IDGenerator

    /// A reader that has ids for items without.
    package init(ids: IDGenerator) {
        self.ids = ids
    }

    /// Where the item stands that was handed out last.
    package var place: ItemFilePlace { splitter.place }

    /// Takes more of the file; what came before must have been read.
    package mutating func feed(_ bytes: [UInt8]) {
        precondition(position == self.bytes.count)
        self.bytes = bytes
        position = 0
    }

    /// Says that there is no more.
    package mutating func end() {
        isEnded = true
    }

    /// The next item, or nil when it takes more bytes to tell.
    package mutating func next() throws(ItemFileFault) -> NewItem? {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if try splitter.take(byte) { return try item() }
        }
        guard isEnded else { return nil }
        return try splitter.finish() ? item() : nil
    }

    private mutating func item() throws(ItemFileFault) -> NewItem {
        try Self.item(in: splitter.text, at: splitter.place, &document, ids)
    }

    private static func item(
        in text: borrowing ByteWriter, at place: ItemFilePlace, _ document: inout JSONDocument,
        _ ids: IDGenerator
    ) throws(ItemFileFault) -> NewItem {
        var decoder = BodyDecoder()
        let item: NewItem?
        do throws(JSONFault) {
            let root = try document.parse(text.span)
            item = decoder.newItem(root, ids)
        } catch {
            throw .notJSON(place, error)
        }
        if let item { return item }
        let complaints = decoder.faults.map {
            ItemFileComplaint(pointer: $0.pointer, detail: $0.detail)
        }
        throw .invalid(place, complaints, count: decoder.faultCount)
    }
}
