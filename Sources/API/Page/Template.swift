import HTTP

/// Text with placeholders that are replaced.
enum Template {
    /// The text with every placeholder replaced by its value.
    static func fill(
        _ text: Span<UInt8>, _ values: [(placeholder: StaticString, value: [UInt8])]
    ) -> [UInt8] {
        var filled: [UInt8] = []
        filled.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if let (length, value) = placeholder(at: position, in: text, values) {
                filled += value
                position += length
            } else {
                filled.append(text[position])
                position += 1
            }
        }
        return filled
    }

    /// The length of the placeholder that begins here, and its value; nil if none does.
    private static func placeholder(
        at position: Int, in text: Span<UInt8>,
        _ values: [(placeholder: StaticString, value: [UInt8])]
    ) -> (Int, [UInt8])? {
        let rest = text.extracting(position...)
        for (placeholder, value) in values {
            let length = placeholder.utf8CodeUnitCount
            if rest.extracting(first: length).equals(placeholder) { return (length, value) }
        }
        return nil
    }
}
