extension Unicode.Scalar {
    /// Whether nothing is drawn for it, whatever stands beside it: a control character, a format
    /// character such as a direction mark or a tag, or a filler. White space is not among them.
    ///
    /// A model or a program reads such characters, and a person does not.
    package var isInvisible: Bool {
        // Properties are slow, and these have none of them; a test compares them.
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x34E, 0x350...0x5FF, 0x2070...0x27FF,
            0x3165...0xFDFF, 0x1D17B...0xDFFFF:
            return false
        default: break
        }
        switch properties.generalCategory {
        case .control, .format: return true
        // U+2800 is a pattern of braille without a dot.
        default: return properties.isDefaultIgnorableCodePoint || self == "\u{2800}"
        }
    }
}

extension String {
    /// Whether something of it can be seen.
    package var hasVisibleCharacter: Bool {
        unicodeScalars.contains { !$0.isInvisible && !$0.properties.isWhitespace }
    }
}
