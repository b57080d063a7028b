/// A content coding of a response, RFC 9110 §8.4.1 and RFC 7932.
///
/// In the order of preference among codings of the same weight.
package enum ContentCoding: CaseIterable, Sendable {
    case brotli, gzip, identity

    /// The coding's name in fields.
    package var name: StaticString {
        switch self {
        case .brotli: "br"
        case .gzip: "gzip"
        case .identity: "identity"
        }
    }

    /// Whether the name is this coding's, or an old one (RFC 9110 §8.4.1.3).
    fileprivate func isNamed(_ name: Span<UInt8>) -> Bool {
        name.equalsIgnoringCase(self.name)
            || (self == .gzip && name.equalsIgnoringCase("x-gzip"))
    }
}

/// Content negotiation by `Accept-Encoding`, RFC 9110 §12.5.3.
extension RequestHead {
    /// The best of these codings for the client; `identity` if it accepts no other.
    ///
    /// A client that refuses `identity` as well gets it: a response serves better than none. So
    /// does one that sends no field: it may not support codings.
    package func preferred(of codings: [ContentCoding], in bytes: Span<UInt8>) -> ContentCoding {
        var best = (coding: ContentCoding.identity, weight: 0)
        for coding in ContentCoding.allCases where codings.contains(coding) {
            let weight = weight(of: coding, in: bytes)
            if weight > best.weight { best = (coding, weight) }
        }
        return best.coding
    }

    /// The client's weight of a coding in thousandths: the weight of its name, or else of `*`, or
    /// else 0. Malformed members are skipped.
    private func weight(of coding: ContentCoding, in bytes: Span<UInt8>) -> Int {
        var own: Int?
        var any = 0
        for line in fields where line.name == .acceptEncoding {
            var members = FieldListParser(line.value)
            while let member = members.next(in: bytes) {
                guard let member = WeightedCoding(member, in: bytes) else { continue }
                let name = bytes.slice(member.name)
                if coding.isNamed(name) {
                    own = max(own ?? 0, member.weight)
                } else if name.equals("*") {
                    any = max(any, member.weight)
                }
            }
        }
        return own ?? any
    }
}

/// A member of `Accept-Encoding`: `gzip`, `gzip;q=0.5`.
private struct WeightedCoding {
    let name: ByteRange
    /// The weight in thousandths.
    let weight: Int

    init?(_ member: ByteRange, in bytes: Span<UInt8>) {
        var semicolon = member.start
        while semicolon < member.end, bytes[semicolon] != UInt8(ascii: ";") { semicolon += 1 }
        name = ByteRange(start: member.start, end: semicolon).trimmed(in: bytes)
        guard bytes.slice(name).isToken else { return nil }
        guard semicolon < member.end else {
            weight = 1000
            return
        }
        let parameter = ByteRange(start: semicolon + 1, end: member.end).trimmed(in: bytes)
        let text = bytes.slice(parameter)
        guard text.extracting(first: 2).equalsIgnoringCase("q="),
            let weight = text.extracting(2..<text.count).weight
        else { return nil }
        self.weight = weight
    }
}
