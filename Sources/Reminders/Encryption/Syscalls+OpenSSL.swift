import COpenSSL

/// libcrypto, which is loaded when it is first needed.
package enum OpenSSL {
    /// Whether libcrypto is installed.
    package static var isThere: Bool { copenssl_load() }
}

/// Why libcrypto did nothing.
package enum OpenSSLFailure: Error, Equatable, Sendable {
    /// libcrypto is not installed, or not version 3.
    case unavailable
    /// The bytes are not a key of P-256.
    case notAKey
    /// It reported a failure, which only a lack of memory explains.
    case failed
}

/// A key of the curve P-256, public or private.
@safe package final class P256Key: @unchecked Sendable {
    // Proof: the key is never changed, and libcrypto counts its users atomically
    // (docs.openssl.org/3.0/man7/openssl-threads).

    private let key: OpaquePointer

    private init(_ key: OpaquePointer?, else failure: OpenSSLFailure) throws(OpenSSLFailure) {
        guard let key = unsafe key else { throw failure }
        unsafe self.key = key
    }

    deinit { unsafe copenssl_free(key) }

    /// A new private key.
    package static func generate() throws(OpenSSLFailure) -> P256Key {
        try requireLibrary()
        return try unsafe P256Key(copenssl_generate(), else: .failed)
    }

    /// Reads a private key in DER.
    package convenience init(der: [UInt8]) throws(OpenSSLFailure) {
        try Self.requireLibrary()
        try unsafe self.init(copenssl_read_private(der, der.count), else: .notAKey)
    }

    /// Reads a public key, an uncompressed point.
    package convenience init(point: [UInt8]) throws(OpenSSLFailure) {
        try Self.requireLibrary()
        try unsafe self.init(copenssl_read_point(point, point.count), else: .notAKey)
    }

    private static func requireLibrary() throws(OpenSSLFailure) {
        guard OpenSSL.isThere else { throw .unavailable }
    }

    /// The private key in DER.
    package func der() throws(OpenSSLFailure) -> [UInt8] {
        var length = 0
        let bytes = unsafe Self.bytes(Int(COPENSSL_LONGEST_KEY)) { bytes in
            length = unsafe copenssl_write_private(key, bytes)
            return length > 0
        }
        guard let bytes else { throw .failed }
        return Array(bytes[..<length])
    }

    /// The public key, as an uncompressed point of 65 bytes.
    package func point() throws(OpenSSLFailure) -> [UInt8] {
        let point = unsafe Self.bytes(Int(COPENSSL_POINT)) {
            unsafe copenssl_write_point(key, $0)
        }
        guard let point else { throw .failed }
        return point
    }

    /// The secret that this private key has in common with another public one (ECDH).
    func secret(with other: P256Key) throws(OpenSSLFailure) -> [UInt8] {
        let secret = unsafe Self.bytes(Int(COPENSSL_SECRET)) {
            unsafe copenssl_agree(key, other.key, $0)
        }
        guard let secret else { throw .failed }
        return secret
    }

    /// The ES256 signature of a message, as JWS has it: r and s (RFC 7518 §3.4).
    func signature(of message: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
        let signature = unsafe Self.bytes(Int(COPENSSL_SIGNATURE)) {
            unsafe copenssl_sign(key, message, message.count, $0)
        }
        guard let signature else { throw .failed }
        return signature
    }

    /// Bytes that a function writes; nil if it reports a failure.
    fileprivate static func bytes(
        _ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Bool
    ) -> [UInt8]? {
        var isWritten = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            unsafe start.initialize(repeating: 0, count: count)
            isWritten = unsafe write(start)
            initialized = count
        }
        return isWritten ? bytes : nil
    }
}

extension OpenSSL {
    /// HMAC with SHA-256 (RFC 2104).
    static func authenticate(
        _ message: [UInt8], key: [UInt8]
    ) throws(OpenSSLFailure) -> [UInt8] {
        guard isThere else { throw .unavailable }
        let digest = unsafe P256Key.bytes(Int(COPENSSL_DIGEST)) {
            unsafe copenssl_authenticate(key, key.count, message, message.count, $0)
        }
        guard let digest else { throw .failed }
        return digest
    }

    /// AES-128-GCM: the encrypted text and its tag.
    static func seal(
        _ text: [UInt8], key: [UInt8], nonce: [UInt8]
    ) throws(OpenSSLFailure) -> [UInt8] {
        guard isThere else { throw .unavailable }
        precondition(key.count == 16 && nonce.count == 12, "a key or nonce of another cipher")
        let sealed = unsafe P256Key.bytes(text.count + Int(COPENSSL_TAG)) {
            unsafe copenssl_seal(key, nonce, text, text.count, $0)
        }
        guard let sealed else { throw .failed }
        return sealed
    }
}
