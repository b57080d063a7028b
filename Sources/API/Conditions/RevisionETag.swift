import HTTP
import Items

/// An owner's revision as an entity tag, such as `k3f9abcd.42`.
///
/// The epoch makes tags of different owners distinct, and tags from before and after a restore.
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

    /// The revision in a tag without quotes; nil if the tag is malformed or of another epoch.
    static func revision(in tag: Span<UInt8>, epoch: String) -> Int? {
        let epoch = epoch.utf8Span.span
        let start = epoch.count + 1
        guard tag.count > start, tag.count <= start + 18, tag[epoch.count] == UInt8(ascii: "."),
            tag.extracting(0..<epoch.count).equals(epoch)
        else { return nil }
        return tag.extracting(start..<tag.count).canonicalDecimal
    }
}
