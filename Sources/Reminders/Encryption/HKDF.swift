/// HKDF with SHA-256, for one block of output (RFC 5869).
enum HKDF {
    /// The pseudorandom key of a secret.
    static func extract(salt: [UInt8], _ secret: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
        try OpenSSL.authenticate(secret, key: salt)
    }

    /// Up to 32 bytes for the purpose that `info` names.
    static func expand(
        _ key: [UInt8], info: [UInt8], _ count: Int
    ) throws(OpenSSLFailure) -> [UInt8] {
        precondition(count <= 32, "more than one block of output")
        return Array(try OpenSSL.authenticate(info + [1], key: key)[..<count])
    }
}
