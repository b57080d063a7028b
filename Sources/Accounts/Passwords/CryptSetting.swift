/// The parameters of a stored yescrypt hash (crypt(5)).
///
///     $y$          yescrypt
///     j9T          j: the default flavour; 9: 2^12 blocks; T: of 32 times 128 bytes
///     $salt$hash
struct CryptSetting: Equatable {
    /// The prefix of yescrypt's strings.
    static let prefix = "$y$"

    /// The memory in bytes, which determines the time.
    let bytes: Int

    /// Parses a hash; nil for another method or for parameters that today's hashes lack.
    init?(_ stored: String) {
        guard stored.hasPrefix(Self.prefix),
            case let letters = stored.utf8.dropFirst(Self.prefix.utf8.count).prefix(4),
            letters.count == 4, letters.first == UInt8(ascii: "j"),
            letters.last == UInt8(ascii: "$")
        else { return nil }
        let values = letters.dropFirst().prefix(2).compactMap(Self.value)
        guard values.count == 2, values[0] < 32 else { return nil }
        bytes = 128 * (values[1] + 1) << (values[0] + 1)
    }

    /// The value of a character in crypt's base 64, where capitals precede small letters.
    private static func value(of letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: ".")...UInt8(ascii: "9"): Int(letter - UInt8(ascii: "."))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter - UInt8(ascii: "A")) + 12
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter - UInt8(ascii: "a")) + 38
        default: nil
        }
    }
}
