import HTTP
import TestSupport

/// Copies of the parts of a head, which can be compared across buffers.
struct HeadParts: Equatable {
    struct Field: Equatable {
        var name: FieldName
        var spelled: [UInt8]
        var value: [UInt8]
    }

    var method: HTTP.Method
    var path: [UInt8]
    var query: [UInt8]?
    var authority: [UInt8]?
    /// Whether the authority is in the target and not in `Host`.
    var isAbsolute: Bool
    var minorVersion: UInt8
    var fields: [Field]
    var framing: BodyFraming
    var keepsAlive: Bool
    var expectsContinue: Bool

    init(_ head: RequestHead, in bytes: Span<UInt8>) {
        method = head.method
        path = [UInt8](copying: bytes.slice(head.path))
        query = head.query.map { [UInt8](copying: bytes.slice($0)) }
        authority = head.authority.map { [UInt8](copying: bytes.slice($0)) }
        isAbsolute = head.authority != head.first(.host)
        minorVersion = head.minorVersion
        fields = head.fields.map {
            Field(
                name: $0.name, spelled: [UInt8](copying: bytes.slice($0.nameRange)),
                value: [UInt8](copying: bytes.slice($0.value)))
        }
        framing = head.framing
        keepsAlive = head.keepsAlive
        expectsContinue = head.expectsContinue
    }

    /// The same head as the plainest client would write it.
    var rewritten: [UInt8] {
        var text = Array("\(method.name) ".utf8)
        if isAbsolute { text += Array("http://".utf8) + (authority ?? []) }
        text += path
        if let query { text += Array("?".utf8) + query }
        text += Array(" HTTP/1.\(minorVersion)\r\n".utf8)
        for field in fields {
            text += field.spelled + Array(": ".utf8) + field.value + Array("\r\n".utf8)
        }
        return text + Array("\r\n".utf8)
    }
}
