import HTTP
import Items

/// A state of an owner's revision as it stands on the wire: `k3f9abcd.42`, in quotes as an entity
/// tag.
///
/// The epoch stands in front, so that one owner's tag is never another's, and a revision that was
/// set back by a restore never repeats one.
struct RevisionETag {
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

    /// The revision that a tag without quotes names, nil when it is of
    /// another epoch or none of ours.
    static func revision(in tag: Span<UInt8>, epoch: String) -> Int? {
        let epoch = epoch.utf8Span.span
        let start = epoch.count + 1
        guard tag.count > start, tag.count <= start + 18, tag[epoch.count] == UInt8(ascii: "."),
            tag.extracting(0..<epoch.count).equals(epoch)
        else { return nil }
        return tag.extracting(start..<tag.count).canonicalDecimal
    }
}
