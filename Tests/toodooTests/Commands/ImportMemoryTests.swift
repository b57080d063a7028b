import TestSupport
import Testing

/// An import reads its file once, and holds one item at a time in memory.
@Suite(.enabled(if: allocationsAreCounted, "A sanitizer takes memory of its own."))
struct `A large import` {
    /// The limit for the process's data in KiB (setrlimit(2)). It is twice the need for a file of
    /// any size, and less than this file.
    private static let memory = 24 * 1_024
    private static let items = 3_600

    @Test func `needs less memory than the size of the file`() throws {
        let world = try CommandWorld()
        let text = String(repeating: "long ", count: 1_600)
        let lines = (0..<Self.items).map { #"{"title":"\#($0)","itemDescription":"\#(text)"}"# }
        let file = Array(lines.joined(separator: "\n").utf8)
        try world.folder.write(file, to: "large.ndjson")

        let ending = try Program(
            ["import", world.folder.file("large.ndjson"), "--db", world.database],
            prelude: "ulimit -d \(Self.memory);", redirection: ""
        ).ending()

        #expect(file.count > Self.memory * 1_024)
        #expect(
            ending
                == .success(
                    "imported \(Self.items) items: \(Self.items) new, 0 changed, 0 unchanged"))
    }
}
