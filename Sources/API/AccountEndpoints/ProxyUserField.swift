import Accounts
import HTTP

/// A field in which a reverse proxy names the user that it has signed in, by email.
///
///     POST /sessions HTTP/1.1
///     Remote-Email: ada@example.org
package struct ProxyUserField: Equatable, Sendable {
    /// The name, in lower case.
    package let name: String

    /// A field with this name; nil if it is not a name of a field (RFC 9110 §5.1), or that of one
    /// which the server reads.
    package init?(_ text: String) {
        let bytes = text.utf8Span.span
        guard bytes.isToken, FieldName(bytes) == .other else { return nil }
        name = text.lowercased()
    }

    /// The email that a proxy sent with a request without a body; nil if there is none.
    ///
    /// A password in the body decides which account signs in, also behind a proxy.
    func email(
        in request: borrowing Request, behind proxies: [AddressRange]
    ) throws(Problem) -> Email? {
        let bytes = request.bytes
        let lines = request.head.fields.filter { line in
            line.name == .other
                && bytes.slice(line.nameRange).equalsIgnoringCase(name.utf8Span.span)
        }
        guard let line = lines.first else { return nil }
        guard let peer = request.peer, proxies.contains(peer) else {
            throw .proxyUserRefused(.notFromProxy)
        }
        guard request.body.isEmpty else { return nil }
        // If there are two, the proxy may have added its own to that of the client.
        guard lines.count == 1 else { throw .proxyUserRefused(.repeated) }
        guard let text = try? UTF8Span(validating: bytes.slice(line.value)),
            let email = try? AccountRules.email(String(copying: text))
        else { throw .proxyUserRefused(.notAnEmail) }
        return email
    }
}

/// Why the user that a proxy names is not signed in.
enum ProxyUserFault: Equatable, Sendable {
    /// The request comes from an address that is none of the proxies'.
    case notFromProxy
    case repeated
    case notAnEmail
}
