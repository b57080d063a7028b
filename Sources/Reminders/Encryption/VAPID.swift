import Accounts

/// Tells push services who sends (RFC 8292).
///
/// A browser accepts messages only of the key that it subscribed with, so a server keeps one key.
package struct VAPID: Sendable {
    /// How long a signature is valid; services accept up to 24 hours (RFC 8292 §2).
    static let lifetime = 12.0 * 3600

    private let key: P256Key
    /// How to reach the operator: a `mailto:` or `https:` URL.
    private let contact: String
    /// The public key in base64url.
    package let publicKey: String

    package init(key: P256Key, contact: String) throws(OpenSSLFailure) {
        self.key = key
        self.contact = contact
        publicKey = Base64URL.text(try key.point())
    }

    /// The `Authorization` of requests to an origin, until `expiry`, in seconds since 1970.
    package func authorization(
        for origin: String, expiry: Int
    ) throws(OpenSSLFailure) -> String {
        // Nothing in the contact or the origin needs an escape in JSON: both are checked URLs.
        let head = Base64URL.text(Array(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let claims = Base64URL.text(
            Array(#"{"aud":"\#(origin)","exp":\#(expiry),"sub":"\#(contact)"}"#.utf8))
        let signature = try key.signature(of: Array("\(head).\(claims)".utf8))
        return "vapid t=\(head).\(claims).\(Base64URL.text(signature)),k=\(publicKey)"
    }
}
