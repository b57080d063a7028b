import Items

/// The revisions in a notification, as text: `7:42 9:1001`, each an owner and its revision.
package enum RevisionSignalPayload {
    package static let channel = "toodoo_revisions"
    /// A server takes payloads of less than 8,000 bytes.
    static let limit = 7_900

    /// The revisions in payloads below the limit.
    package static func texts(_ revisions: [Int: Int]) -> [String] {
        var texts: [String] = []
        var text = ""
        for (owner, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            let word = "\(owner):\(revision)"
            if text.utf8.count + 1 + word.utf8.count > limit {
                texts.append(text)
                text = ""
            }
            text += text.isEmpty ? word : " " + word
        }
        if !text.isEmpty { texts.append(text) }
        return texts
    }

    /// The revisions in a payload; other words are skipped.
    package static func revisions(in text: String) -> [(owner: Int, revision: Int)] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let owner = Int(parts[0]), let revision = Int(parts[1]) else {
                return nil
            }
            return (owner, revision)
        }
    }
}
