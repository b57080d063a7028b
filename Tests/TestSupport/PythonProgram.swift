package import Foundation

/// A Python with packages that read what the server writes; `PYTHON` names it, else `python3` is
/// tried.
package enum PythonProgram {
    private static let name = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"

    package static func has(_ packages: String) -> Bool {
        (try? run(["-c", "import \(packages)"]))?.status == 0
    }

    package static func run(
        _ arguments: [String]
    ) throws -> (status: Int32, output: String) {
        let process = process(arguments)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Python with these arguments, which is not started yet, and whose errors nobody sees.
    package static func process(_ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardError = FileHandle.nullDevice
        return process
    }
}
