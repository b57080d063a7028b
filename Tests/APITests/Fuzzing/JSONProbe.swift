import HTTP
import Items
import TestSupport

@testable import API

/// The invariants of the JSON code, which must hold for any bytes of a client.
///
/// The fuzzer and the corpus both use it.
struct JSONProbe {
    private let bytes: [UInt8]

    /// Throws the first rule that these bytes make the reader break.
    static func check(_ bytes: [UInt8]) throws(Violation) {
        let probe = JSONProbe(bytes: bytes)
        try probe.checkReader()
        try probe.checkItem()
        try probe.checkItems()
        try probe.checkPatch()
    }
}

// The reader.
extension JSONProbe {
    private func checkReader() throws(Violation) {
        let nesting = Nesting(of: bytes)
        let tree: Tree
        do throws(JSONFault) {
            tree = try read(bytes)
        } catch {
            return try checkFault(error, nesting)
        }
        try Violation.unless(nesting.firstTooDeep == nil, "what is accepted is not too deep")
        let text = writtenBytes { tree.write(to: &$0) }
        try Violation.unless((try? read(text)) == tree, "what is written is read as the same")
        // Uses a document whose tape an incomplete text has filled before.
        var document = JSONDocument()
        _ = try? document.parse(Array(bytes.dropLast()).span)
        guard let value = try? document.parse(bytes.span), Tree(value) == tree else {
            throw Violation("a document reads the same when it was used before")
        }
    }

    private func checkFault(_ fault: JSONFault, _ nesting: Nesting) throws(Violation) {
        try Violation.unless(
            (0...bytes.count).contains(fault.offset), "a fault lies within the text")
        switch fault {
        case .unexpectedEnd(let offset):
            try Violation.unless(offset == bytes.count, "a text ends where its bytes end")
        case .tooDeep(let offset):
            try Violation.unless(offset == nesting.firstTooDeep, "level 65 is the first too deep")
        default: break
        }
    }
}

// The items in it.
extension JSONProbe {
    private static let id = ItemID(high: 1, low: 2)
    private static let ids = IDGenerator { id }

    private func checkItem() throws(Violation) {
        var document = JSONDocument()
        guard let value = try? document.parse(bytes.span) else { return }
        var decoder = BodyDecoder()
        let item = decoder.newItem(value, Self.ids)
        try checkFaults(of: decoder, areExpected: item == nil)
        guard let item else { return }

        try checkStored(item.content)
        var other = BodyDecoder()
        let content = other.replacement(value, for: item.id)
        try Violation.unless(content == item.content, "an item can be replaced by itself")
    }

    private func checkItems() throws(Violation) {
        var document = JSONDocument()
        guard let value = try? document.parse(bytes.span) else { return }
        guard value.kind == .array else { return }
        var decoder = BodyDecoder()
        let items = decoder.newItems(value, .version7(.constant(0)))
        try checkFaults(of: decoder, areExpected: items == nil)
        try Violation.unless(
            items == nil || items?.count == value.count, "as many items are made as there are")
    }

    private func checkPatch() throws(Violation) {
        var document = JSONDocument()
        guard let value = try? document.parse(bytes.span) else { return }
        var decoder = BodyDecoder()
        let patch = decoder.patch(value, for: Self.id)
        try checkFaults(of: decoder, areExpected: patch == nil)
        guard let patch else { return }

        let old = ItemContent(
            title: "Old", itemDescription: "", timestamp: 0,
            location: Location(name: "", coordinate: Coordinate(latitude: 1, longitude: 2)))
        for content in [old, ItemContent(title: "Old")] {
            guard let new = try? patch.applied(to: content) else { continue }
            try checkStored(new)
            try Violation.unless(
                (try? patch.applied(to: new)) == new, "a patch changes nothing the second time")
        }
    }

    private func checkFaults(of decoder: BodyDecoder, areExpected: Bool) throws(Violation) {
        try Violation.unless(
            decoder.faults.isEmpty != areExpected, "what is refused has a fault, and only that")
        try Violation.unless(
            decoder.faults.count == min(decoder.faultCount, BodyDecoder.maximumFaults),
            "the first hundred faults are told")
        for fault in decoder.faults {
            try Violation.unless(
                [nil, UInt8(ascii: "/")].contains(fault.pointer.utf8.first), "a fault has a place")
        }
    }

    /// Checks that accepted content can be stored, written and sent back unchanged.
    private func checkStored(_ content: ItemContent) throws(Violation) {
        try Violation.unless(content.keepsItsRules, "what is accepted keeps the rules")
        let stored = ToDoItem(id: Self.id, sequence: 1, content: content, now: 1, revision: 1)
        let text = writtenBytes { $0.appendJSON(stored) }
        var document = JSONDocument()
        guard let value = try? document.parse(text.span) else {
            throw Violation("a written item can be read")
        }
        var decoder = BodyDecoder()
        let back = decoder.newItem(value, Self.ids)
        try Violation.unless(
            back == NewItem(id: Self.id, content: content), "a written item is read as the same")
    }
}

extension ItemContent {
    fileprivate var keepsItsRules: Bool {
        do throws(ItemFault) {
            guard try ItemRules.title(title) == title else { return false }
            _ = try itemDescription.map { text throws(ItemFault) in try ItemRules.description(text)
            }
            _ = try timestamp.map { time throws(ItemFault) in try ItemRules.timestamp(time) }
            guard let location else { return true }
            _ = try ItemRules.locationName(location.name)
            guard let point = location.coordinate else { return true }
            _ = try ItemRules.latitude(point.latitude)
            _ = try ItemRules.longitude(point.longitude)
            return true
        } catch {
            return false
        }
    }
}
