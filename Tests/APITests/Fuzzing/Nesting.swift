@testable import API

/// The nesting depth of a text's brackets, counted in the simplest way.
struct Nesting {
    /// The offset of the first bracket that exceeds the allowed depth.
    private(set) var firstTooDeep: Int?

    init(of bytes: [UInt8]) {
        var (depth, isInString, isEscaped) = (0, false, false)
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                guard depth > JSONDocument.maximumDepth else { break }
                firstTooDeep = offset
                return
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
    }
}
