import Foundation
import ToDoClient

// A process with a store, which tests kill or run with limits that the tests must not have.
do {
    try StoreWriter(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
