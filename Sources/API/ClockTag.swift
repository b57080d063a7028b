import HTTP
import Items

/// A state of an owner's clock as it stands on the wire: `k3f9abcd.42`, in quotes as an entity tag.
///
/// The epoch stands in front, so that one owner's tag is never another's, and a clock that was set
/// back by a restore never repeats one.
struct ClockTag {
    let epoch: String
    let revision: Int

    /// Writes the tag without its quotes.
    func write(to bytes: inout ByteWriter) {
        bytes.append(text: epoch)
        bytes.append(UInt8(ascii: "."))
        bytes.append(decimal: revision)
    }

    /// Writes the tag as a strong entity tag (RFC 9110 §8.8.3).
    func writeQuoted(to bytes: inout ByteWriter) {
        bytes.append(UInt8(ascii: "\""))
        write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// The revision that a tag without quotes names, nil when it is of another epoch or none of ours.
    static func revision(in tag: Span<UInt8>, epoch: String) -> Int? {
        let epoch = epoch.utf8Span.span
        let start = epoch.count + 1
        guard tag.count > start, tag.count <= start + 18, tag[epoch.count] == UInt8(ascii: "."),
            tag.extracting(0..<epoch.count).equals(epoch)
        else { return nil }
        return tag.extracting(start..<tag.count).ordinal
    }
}

extension Span where Element == UInt8 {
    /// The revision that these bytes are: a zero in front would be a second spelling of the same one.
    var ordinal: Int? {
        guard count < 2 || self[0] != UInt8(ascii: "0") else { return nil }
        return decimal
    }

    /// The number that these bytes are, nil unless they are 1 to 18 digits.
    var decimal: Int? {
        guard count > 0, count <= 18 else { return nil }
        var value = 0
        for index in indices {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
