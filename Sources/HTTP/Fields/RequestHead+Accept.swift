/// Content negotiation by `Accept`, RFC 9110 §12.5.1.
extension RequestHead {
    /// Whether the client accepts this type, over all lines of `Accept`.
    package func accepts(
        _ type: StaticString, _ subtype: StaticString, in bytes: Span<UInt8>
    ) -> Bool {
        quality(of: type, subtype, in: bytes) > 0
    }

    /// The client's preference for this type, from 0 (not acceptable) to 1000.
    ///
    /// The most specific range that covers the type decides; among equals, the highest weight.
    /// Without the field, or with a malformed one, every type is acceptable: a response in another
    /// type serves better than none. Parameters other than the weight are ignored, because no media
    /// type of this server depends on one.
    package func quality(
        of type: StaticString, _ subtype: StaticString, in bytes: Span<UInt8>
    ) -> Int {
        var best = (specificity: 0, quality: 0)
        var isEmpty = true
        for line in fields where line.name == .accept {
            var ranges = MediaRanges(line.value)
            do throws(MediaRanges.Malformed) {
                while let range = try ranges.next(in: bytes) {
                    isEmpty = false
                    let specificity = range.specificity(for: type, subtype, in: bytes)
                    guard specificity > 0, specificity >= best.specificity else { continue }
                    let isAsSpecific = specificity == best.specificity
                    best.quality = max(range.quality, isAsSpecific ? best.quality : 0)
                    best.specificity = specificity
                }
            } catch {
                return 1000
            }
        }
        return isEmpty ? 1000 : best.quality
    }
}

extension MediaRanges.Member {
    /// 3 for the type itself, 2 for `type/*`, 1 for `*/*`, 0 when the range does not cover it.
    fileprivate func specificity(
        for type: StaticString, _ subtype: StaticString, in bytes: Span<UInt8>
    ) -> Int {
        let anySubtype = bytes.slice(self.subtype).equals("*")
        if bytes.slice(self.type).equals("*") { return anySubtype ? 1 : 0 }
        guard bytes.slice(self.type).equalsIgnoringCase(type) else { return 0 }
        if anySubtype { return 2 }
        return bytes.slice(self.subtype).equalsIgnoringCase(subtype) ? 3 : 0
    }
}
