import Foundation

/// A program that did not end with success.
struct NotificationFailure: Error, CustomStringConvertible {
    let description: String
}

/// Shows a notification by notify-send.
///
/// The title is plain text, whatever it begins with: `--` ends the options, and only a body can have
/// markup and escapes.
func showNotification(_ title: String, _ body: String, with program: String) async throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["--app-name=todo", "--", title, body]
    // Its messages would be written over the list.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { ending in
        process.terminationHandler = { ending.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { ending.resume(throwing: error) }
    }
    guard status == 0 else {
        throw NotificationFailure(description: "It ended with \(status).")
    }
}
