import FoundationEssentials
import Testing

/// The inputs in Tests/Fuzzing: the fuzzer's seeds and its findings.
package enum Corpus {
    /// An input, shown by its name.
    package struct File: Sendable, CustomTestStringConvertible {
        package let name: String
        package let bytes: [UInt8]
        package var testDescription: String { name }
    }

    /// The inputs that are requests: some are about heads, the others about bodies.
    package static func requests() throws -> [File] {
        try files(of: "requests/heads") + files(of: "requests/bodies")
    }

    /// The inputs of one kind, sorted by name.
    package static func files(of kind: String) throws -> [File] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fuzzing/\(kind)").standardized
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            File(name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
        }
    }
}

/// A number from the environment of this test run.
package func numberFromEnvironment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
}
