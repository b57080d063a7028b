/// The request fields that select a response, for caches (RFC 9110 §12.5.5).
package struct VaryFields: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let accept = VaryFields(rawValue: 1)
    package static let authorization = VaryFields(rawValue: 2)
    package static let origin = VaryFields(rawValue: 4)
    package static let acceptEncoding = VaryFields(rawValue: 8)
}
