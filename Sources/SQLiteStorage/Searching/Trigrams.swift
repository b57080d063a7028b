import Items

/// Three bytes of folded text after each other, as a number of 24 bits.
///
/// Bytes and not letters: so a single Chinese character is one, and a search for it needs no walk.
enum Trigrams {
    /// The last three bytes of a text that is read byte by byte.
    struct Window {
        private var trigram: UInt32 = 0
        private var length = 0

        /// Takes the next byte, and gives the trigram that it ends; none reaches over a NUL.
        mutating func take(_ byte: UInt8) -> UInt32? {
            length = byte == 0 ? 0 : length + 1
            trigram = (trigram << 8 | UInt32(byte)) & 0xFF_FFFF
            return length >= 3 ? trigram : nil
        }
    }

    /// Shows every trigram of a text, each as often as it occurs.
    static func forEach(in folded: Span<UInt8>, _ body: (UInt32) -> Void) {
        var window = Window()
        for index in folded.indices {
            if let trigram = window.take(folded[index]) { body(trigram) }
        }
    }

    /// The trigrams that every text has in which the words occur; none when they are all too short.
    static func all(in words: SearchWords) -> [UInt32] {
        var trigrams: [UInt32] = []
        for word in words.folded {
            forEach(in: word.span) { if !trigrams.contains($0) { trigrams.append($0) } }
        }
        return trigrams
    }
}

/// Ascending places as bytes: the first, then the differences, seven bits
/// to a byte, the lowest first.
enum PlaceList {
    /// Appends a place that comes after `last`, or the first one after 0.
    static func append(_ place: Int, after last: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(place - last)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends the places in these bytes; what is damaged gives some places,
    /// and then no item at them.
    static func append(_ bytes: Span<UInt8>, to places: inout [Int]) {
        var place: UInt64 = 0
        var difference: UInt64 = 0
        var shift: UInt64 = 0
        for index in bytes.indices {
            difference |= UInt64(bytes[index] & 0x7F) << min(shift, 63)
            shift += 7
            guard bytes[index] < 0x80 else { continue }
            place &+= difference
            places.append(Int(truncatingIfNeeded: place & 0x7FFF_FFFF_FFFF_FFFF))
            (difference, shift) = (0, 0)
        }
    }
}
