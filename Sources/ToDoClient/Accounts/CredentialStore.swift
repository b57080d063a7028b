public import Foundation

/// The storage of the credentials.
public struct CredentialStore: Sendable {
    /// The credentials; nil if there are none.
    public var load: @Sendable () throws -> Credentials?
    /// Replaces the stored credentials; nil removes them.
    public var save: @Sendable (_ credentials: Credentials?) throws -> Void

    /// A store of these closures.
    public init(
        load: @escaping @Sendable () throws -> Credentials?,
        save: @escaping @Sendable (_ credentials: Credentials?) throws -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Credentials in memory, kept as long as this value or a copy of it.
    public static func inMemory() -> Self {
        let kept = Locked<Credentials?>(nil)
        return CredentialStore(
            load: { kept.withLock { $0 } },
            save: { credentials in kept.withLock { $0 = credentials } })
    }

    /// Credentials in a file that only its user can read.
    public static func file(_ url: URL) -> Self {
        CredentialStore(
            load: {
                guard FileManager.default.fileExists(atPath: url.path) else { return nil }
                return try JSONDecoder.decode(
                    Credentials.self, from: try Data(contentsOf: url))
            },
            save: { credentials in
                guard let credentials else {
                    if FileManager.default.fileExists(atPath: url.path) {
                        try FileManager.default.removeItem(at: url)
                    }
                    return
                }
                try makePrivateFolder(url.deletingLastPathComponent().path)
                try FileDescriptor.replaceContent(
                    of: url.path, [UInt8](try JSONEncoder().encode(credentials)))
            })
    }

    #if canImport(Security)
    /// Credentials in the user's keychain, under the name of a service.
    public static func keychain(_ service: String) -> Self {
        CredentialStore(
            load: { try Keychain(service: service).load() },
            save: { try Keychain(service: service).save($0) })
    }
    #endif
}

extension FileDescriptor {
    /// Replaces the content of a file, all or nothing. Only its user can read it.
    fileprivate static func replaceContent(of path: String, _ bytes: [UInt8]) throws {
        // The name differs each time, because two processes may save at once.
        let newPath = path + ".new-" + UUID().uuidString
        let file = try FileDescriptor.create(newPath)
        do {
            try file.write(bytes)
            try file.synchronize()
            file.close()
            try rename(newPath, path)
        } catch {
            try? remove(newPath)
            throw error
        }
    }
}
