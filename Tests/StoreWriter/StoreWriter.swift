import Foundation
import ToDoClient
import ToDoClientHistories

/// The command of the process: `StoreWriter COMMAND FILE …`.
struct StoreWriter {
    private struct WrongArguments: Error {}

    private let command: String
    private let file: URL
    private let numbers: [Int]

    init(arguments: [String]) throws {
        guard arguments.count >= 2 else { throw WrongArguments() }
        command = arguments[0]
        file = URL(filePath: arguments[1])
        numbers = arguments.dropFirst(2).compactMap { Int($0) }
    }

    func run() throws {
        switch (command, numbers.count) {
        case ("write", 3): try write(seed: UInt64(numbers[0]), round: numbers[1], numbers[2] == 1)
        case ("hold", 0): try hold()
        case ("fill", 1): try fill(limit: numbers[0])
        case ("read-only", 0): try readOnly()
        default: throw WrongArguments()
        }
    }

    /// Writes until the process is killed, and prints a line after each write.
    private func write(seed: UInt64, round: Int, _ rewrites: Bool) throws {
        let data = PersistentDataStore.file(file)
        let store = ToDoItemStore(rewrites ? data.rewriting : data)
        var writes = RandomWrites(seed: seed, round: round)
        while true {
            try writes.next(store)
            try say(".")
        }
    }

    /// Keeps the store open until standard input ends.
    private func hold() throws {
        let store = ToDoItemStore(.file(file))
        try store.add(ToDoItem(title: "held"))
        try say("held\n")
        _ = try FileHandle.standardInput.readToEnd()
        store.close()
    }

    /// Writes until the file's length limit is reached, and again after the limit is removed.
    private func fill(limit: Int) throws {
        let store = ToDoItemStore(.file(file))
        try store.add(ToDoItem(title: "first"))
        try ProcessLimits.setFileSize(limit)
        var count = 1
        do {
            while true {
                try store.add(ToDoItem(title: "\(count)"))
                count += 1
            }
        } catch {
            try say("\(error)\n\(count) \(store.snapshot.count)\n")
        }
        // A rewrite to a shorter file needs space for the new one, so it fails as well.
        do {
            try store.deleteAll()
        } catch {
            try say("\(error)\n\(store.snapshot.count)\n")
        }
        try ProcessLimits.setFileSize(nil)
        try store.add(ToDoItem(title: "last"))
        try say("\(store.snapshot.count)\n")
        store.close()
    }

    /// Opens a read-only file, then one in a read-only folder.
    private func readOnly() throws {
        try ProcessLimits.becomeUnprivileged()
        let folder = file.deletingLastPathComponent()
        let store = ToDoItemStore(.file(file))
        try store.add(ToDoItem(title: "a"))
        store.close()

        try setMode(0o400, file)
        report { try ToDoItemStore(.file(file)).open() }
        report { try ToDoItemStore(.file(file)).add(ToDoItem(title: "b")) }
        try setMode(0o600, file)

        try setMode(0o500, folder)
        report { try ToDoItemStore(.file(folder.appending(path: "new"))).open() }
        let again = ToDoItemStore(.file(file))
        report {
            // This is long enough for a rewrite of the log. The folder permits no new file for it.
            for number in 0..<3_000 {
                try again.edit(again.snapshot.items[0].id) { $0.title = "\(number)" }
            }
            try say("\(again.snapshot.items.map(\.title))\n")
        }
        again.close()
        try setMode(0o700, folder)
    }

    private func report(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            try? say("\(error)\n")
        }
    }

    private func setMode(_ mode: Int, _ url: URL) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    }

    private func say(_ text: String) throws {
        try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}

extension PersistentDataStore {
    /// The same with a rewrite of the log after each record.
    fileprivate var rewriting: PersistentDataStore {
        let records = Locked<[Data]>([])
        var rewriting = self
        rewriting.load = {
            let contents = try load()
            records.withLock { $0 = contents.records }
            return contents
        }
        rewriting.append = { record in
            try append(record)
            try records.withLock { records in
                records.append(record)
                try replace(records)
            }
        }
        rewriting.replace = { new in
            try replace(new)
            records.withLock { $0 = new }
        }
        return rewriting
    }
}
