import Foundation
import ToDoClient

// A process with a store. Tests kill it, or run it with limits that must not apply to the tests.
do {
    try StoreWriter(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
