import Foundation

/// A log of records in a file.
struct LogFile {
    private let path: String
    private var file: FileDescriptor?
    /// The length up to the end of the last line.
    private var length = 0
    /// Whether a failed append may have left a part of a line behind the last one.
    private var hasTornEnd = false

    init(path: String) {
        self.path = path
    }

    /// Opens the file, creates it if it is absent, and reads its records.
    mutating func load() throws -> PersistentDataStore.Contents {
        guard file == nil else { throw PersistentDataStore.InUse() }
        let folder = (path as NSString).deletingLastPathComponent
        try makePrivateFolder(folder.isEmpty ? "." : folder)
        let file = try lockedFile()
        let content = try file.readAll()
        let parsed = LogLines.parse(content)
        let copy = parsed.isDamaged ? try saveDamagedCopy(content) : nil
        try file.truncate(to: parsed.length)
        length = parsed.length
        hasTornEnd = false
        self.file = file
        return PersistentDataStore.Contents(
            records: parsed.records, isDamaged: parsed.isDamaged, damagedCopy: copy)
    }

    /// Keeps a copy of the open file; returns its name.
    func keepCopy() throws -> String {
        // Reading goes to the end, where the next line is written.
        try saveDamagedCopy(try openFile().readAll())
    }

    /// The file at the path, locked.
    ///
    /// Between opening and locking, another process may have replaced the file and ended. Then the
    /// lock is on a file that no path leads to.
    private func lockedFile() throws -> FileDescriptor {
        while true {
            let file = try FileDescriptor.open(path)
            guard try file.lock() else { throw PersistentDataStore.InUse() }
            if file.isFile(at: path) { return file }
        }
    }

    private func saveDamagedCopy(_ content: Data) throws -> String {
        var copy = "\(path).damaged-\(Int(Date().timeIntervalSince1970))"
        let file: FileDescriptor
        do {
            file = try FileDescriptor.create(copy)
        } catch let error as SystemError where error.code == EEXIST {
            copy += "-\(UUID())"
            file = try FileDescriptor.create(copy)
        }
        try file.write([UInt8](content))
        return (copy as NSString).lastPathComponent
    }

    mutating func append(_ record: Data) throws {
        let file = try openFile()
        var line: [UInt8] = []
        try LogLines.append(record, to: &line)
        if hasTornEnd {
            try file.truncate(to: length)
            hasTornEnd = false
        }
        do {
            try file.write(line)
        } catch {
            // If this fails as well, the next append tries it again. A part of a line without its
            // line feed is also cut off by the next load.
            hasTornEnd = true
            if (try? file.truncate(to: length)) != nil { hasTornEnd = false }
            throw error
        }
        length += line.count
    }

    /// Writes a new file, and replaces the old one by it when it is on the disk.
    mutating func replace(_ records: [Data]) throws {
        let old = try openFile()
        let newPath = path + ".new"
        var newLength = 0
        let new: FileDescriptor
        do {
            // A part left by a process that has ended, or a link that leads elsewhere.
            try FileDescriptor.remove(newPath)
            new = try FileDescriptor.create(newPath)
            guard try new.lock() else { throw PersistentDataStore.InUse() }
            var lines: [UInt8] = []
            for record in records {
                try LogLines.append(record, to: &lines)
                guard lines.count >= 1 << 20 else { continue }
                try new.write(lines)
                newLength += lines.count
                lines.removeAll(keepingCapacity: true)
            }
            try new.write(lines)
            newLength += lines.count
            try new.synchronize()
            try FileDescriptor.rename(newPath, path)
        } catch {
            // The next attempt removes a remaining part.
            try? FileDescriptor.remove(newPath)
            throw error
        }
        old.close()
        file = new
        length = newLength
        hasTornEnd = false
        try FileDescriptor.synchronizeFolder(of: path)
    }

    func synchronize() throws {
        try openFile().synchronize()
    }

    mutating func close() {
        file?.close()
        file = nil
    }

    private func openFile() throws -> FileDescriptor {
        guard let file else { throw CocoaError(.fileNoSuchFile) }
        return file
    }
}
