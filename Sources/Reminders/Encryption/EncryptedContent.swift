package import Accounts

/// Encrypts the content of a Web Push message (RFC 8291), as one record of `aes128gcm` (RFC 8188).
///
///     salt      16 bytes, new for each message
///     4096      the size of a record, in 4 bytes
///     65        the length of what follows
///     key       the sender's public key, new for each message
///     record    the text, 02 as the end of the last record, encrypted; 16 bytes of tag
///
/// Only the browser has the private key to read it: the push service sees bytes.
package enum EncryptedContent {
    /// What is encrypted is longer by this: head, end of the record and tag.
    package static let overhead = 16 + 4 + 1 + 65 + 1 + 16

    private static let recordSize = 4_096

    /// The encrypted text. `key` and `salt` are random and used once.
    package static func encrypt(
        _ text: [UInt8], for keys: PushKeys, key: P256Key, salt: [UInt8]
    ) throws(OpenSSLFailure) -> [UInt8] {
        let point = try key.point()
        // RFC 8291 §3.4
        let secret = try HKDF.expand(
            HKDF.extract(salt: keys.secret, key.secret(with: P256Key(point: keys.point))),
            info: Array("WebPush: info\0".utf8) + keys.point + point, 32)
        return try encode(text, secret: secret, salt: salt, keyID: point)
    }

    /// The content coding `aes128gcm` of a text that fits in one record (RFC 8188 §2).
    static func encode(
        _ text: [UInt8], secret: [UInt8], salt: [UInt8], keyID: [UInt8]
    ) throws(OpenSSLFailure) -> [UInt8] {
        precondition(salt.count == 16, "a salt of another length")
        precondition(text.count + 17 <= recordSize, "more than one record")
        let pseudorandom = try HKDF.extract(salt: salt, secret)
        let key = try HKDF.expand(
            pseudorandom, info: Array("Content-Encoding: aes128gcm\0".utf8), 16)
        // The nonce of the first record is not combined with a number (§2.3).
        let nonce = try HKDF.expand(
            pseudorandom, info: Array("Content-Encoding: nonce\0".utf8), 12)
        let head = salt + [0, 0, UInt8(recordSize >> 8), 0, UInt8(keyID.count)] + keyID
        return head + (try OpenSSL.seal(text + [2], key: key, nonce: nonce))
    }
}
