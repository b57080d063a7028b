/// Damages inputs as attackers and broken programs do, in the same way for the same seed.
package struct Mutator {
    /// What is put into inputs of one kind.
    package struct Pieces: Sendable {
        let bytes: [UInt8]
        /// What a number is replaced by.
        let numbers: [String]
        let texts: [String]

        package init(bytes: [UInt8], numbers: [String], texts: [String]) {
            self.bytes = bytes
            self.numbers = numbers
            self.texts = texts
        }
    }

    private var random: SplitMix64
    private let originals: [[UInt8]]
    private let pieces: Pieces

    /// A mutator of these inputs.
    package init(_ originals: [[UInt8]], _ pieces: Pieces, seed: UInt64) {
        self.originals = originals
        self.pieces = pieces
        random = SplitMix64(seed: seed)
    }

    /// One of the inputs, damaged in one to four places.
    package mutating func next() -> [UInt8] {
        var bytes = original()
        for _ in 0..<Int.random(in: 1...4, using: &random) { damage(&bytes) }
        return bytes
    }

    private mutating func original() -> [UInt8] { originals.randomElement(using: &random) ?? [] }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let run = place..<min(bytes.count, place + Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0: if !run.isEmpty { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 1: if !run.isEmpty { bytes[place] = pieces.bytes.randomElement(using: &random) ?? 0 }
        case 2: bytes.insert(pieces.bytes.randomElement(using: &random) ?? 0, at: place)
        case 3: bytes.removeSubrange(run)
        case 4: bytes.insert(contentsOf: bytes[run], at: place)
        case 5: splice(into: &bytes, at: place)
        case 6: changeLineEnd(in: &bytes)
        case 7: changeNumber(in: &bytes)
        default:
            bytes.insert(
                contentsOf: (pieces.texts.randomElement(using: &random) ?? "").utf8, at: place)
        }
    }

    /// Continues with the end of another input.
    private mutating func splice(into bytes: inout [UInt8], at place: Int) {
        let other = original()
        let start = Int.random(in: 0...other.count, using: &random)
        bytes = Array(bytes[..<place] + other[start...])
    }

    private mutating func changeLineEnd(in bytes: inout [UInt8]) {
        let places = bytes.indices.filter { bytes[$0] == 0x0A && $0 > 0 }
        guard let place = places.randomElement(using: &random) else { return }
        let ends = ["\n", "\r", "\n\r", "\r\r\n", "\r\n ", "\r\n\r\n", " \r\n", ""]
        bytes.replaceSubrange(
            (place - 1)...place, with: (ends.randomElement(using: &random) ?? "").utf8)
    }

    private mutating func changeNumber(in bytes: inout [UInt8]) {
        let isDigit = { (byte: UInt8) in byte &- 0x30 < 10 }
        guard let place = bytes.indices.filter({ isDigit(bytes[$0]) }).randomElement(using: &random)
        else { return }
        let end = bytes[place...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = pieces.numbers.randomElement(using: &random) ?? ""
        bytes.replaceSubrange(place..<end, with: number.utf8)
    }
}
