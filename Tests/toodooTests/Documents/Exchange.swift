import Foundation

/// A command and its output, as a `console` block shows them.
struct Exchange {
    let command: String
    let answer: String

    /// All exchanges of a file, in order.
    static func all(inFile path: String) throws -> [Exchange] {
        try String(contentsOfFile: path, encoding: .utf8)
            .matches(of: /```console\n((?s).*?)```/)
            .flatMap { block in
                block.output.1.split(separator: #/(?m)^\$ /#).map(Exchange.init)
            }
    }

    private init(_ text: Substring) {
        let lines = text.split(separator: "\n", maxSplits: 1)
        command = String(lines.first ?? "")
        answer = lines.dropFirst().joined().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The text without the values that differ from run to run: ids, request ids, epochs and the
/// server's times are replaced.
func settled(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
        .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "<id>")
        .replacing(/"instance":"[0-9a-f]{16}"/, with: "<request>")
        .replacing(/"token":"[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"/, with: "<token>")
        .replacing(/"token":"[a-z0-9]+\./, with: "<epoch>.")
        .replacing(/"handle":"[0-9a-f]{12}"/, with: "<handle>")
        .replacing(/"(createdAt|updatedAt|doneAt|lastUsedAt|expiresAt)":[0-9.]+/) {
            "<\($0.output.1)>"
        }
}
