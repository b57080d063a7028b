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
                try replaceFile(
                    url.path, with: [UInt8](try JSONEncoder().encode(credentials)))
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
