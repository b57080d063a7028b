import Foundation
import ToDoClient

/// An editor that did not end with success.
struct EditorFailure: Error, CustomStringConvertible {
    let description: String
}

/// Lets the user edit a text in a file that only this user can read, which is removed afterwards.
func editedText(_ text: String, with editor: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "todo-\(UUID().uuidString)")
    try makePrivateFolder(folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "note.txt")
    try writePrivateFile(Array(text.utf8), file.path)
    try run(["/bin/sh", "-c", editor + " \"$1\"", "sh", file.path])
    guard let edited = String(data: try Data(contentsOf: file), encoding: .utf8) else {
        throw EditorFailure(description: "The note is not UTF-8.")
    }
    return edited
}

/// Runs a program at this process's terminal, and waits for its end.
///
/// Foundation's `Process` gives it a separate process group, which may not read the terminal.
private func run(_ words: [String]) throws {
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, words[0], nil, nil, &arguments, environ)
    guard code == 0 else { throw SystemFailure(code: code) }
    // Ctrl-C is for the editor.
    let ignored = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, action) in ignored { signal(number, action) } }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { throw SystemFailure() }
    }
    guard status == 0 else {
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
        throw EditorFailure(description: "It ended with \(code).")
    }
}
