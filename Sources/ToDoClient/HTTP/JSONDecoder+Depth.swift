package import Foundation

extension JSONDecoder {
    /// The levels of arrays and objects that JSON of the server or of a file may have.
    ///
    /// More would need more stack than a thread has on some systems, which would end the process.
    static let levels = 100

    /// Decodes a value that has at most this many levels.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from json: Data, levels: Int = levels
    ) throws -> Value {
        guard !hasMore(levels, json) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "The JSON has more than \(levels) levels."))
        }
        return try JSONDecoder().decode(type, from: json)
    }

    private static func hasMore(_ levels: Int, _ json: Data) -> Bool {
        var level = 0
        var isInString = false
        var isEscaped = false
        // An array is read several times as fast as `Data`, and each record of a store is.
        for byte in [UInt8](json) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                level += 1
                if level > levels { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): level -= 1
            default: break
            }
        }
        return false
    }
}
