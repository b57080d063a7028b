#if canImport(Security)
import Foundation
import Security

/// One password of the user's keychain.
struct Keychain {
    /// A refusal of the keychain, by its number.
    struct Failure: Error {
        let status: OSStatus
    }

    let service: String

    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecAttrAccount as String: "credentials",
        ]
    }

    func load() throws -> Credentials? {
        var query = query
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else {
            throw Failure(status: status)
        }
        return try JSONDecoder.decode(Credentials.self, from: data)
    }

    func save(_ credentials: Credentials?) throws {
        let deleted = SecItemDelete(query as CFDictionary)
        guard deleted == errSecSuccess || deleted == errSecItemNotFound else {
            throw Failure(status: deleted)
        }
        guard let credentials else { return }
        var item = query
        item[kSecValueData as String] = try JSONEncoder().encode(credentials)
        item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
        let added = unsafe SecItemAdd(item as CFDictionary, nil)
        guard added == errSecSuccess else { throw Failure(status: added) }
    }
}
#endif
