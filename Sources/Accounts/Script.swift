/// The script of a letter. The letters of an email must have one script, because some letters of
/// different scripts look alike: `а` in Cyrillic and `a` in Latin.
///
/// The ranges are Unicode blocks of scripts in use, cut where a block also has letters that look
/// like those of another alphabet (UTS #39). A character outside of them belongs to no script here.
enum Script {
    case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana, nko
    case devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala
    case thai, lao, tibetan, myanmar, georgian, ethiopic, cherokee, canadian, khmer, mongolian
    /// Han with kana, Hangul or Bopomofo: one language writes them together.
    case eastAsian

    /// Whether all letters are of one script. Accents, and ASCII characters other than letters,
    /// belong to every script.
    static func isOfOne(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
        var found: Script?
        for scalar in scalars {
            if scalar.isASCII, !scalar.properties.isAlphabetic { continue }
            if accents.contains(scalar.value) { continue }
            guard let script = Script(of: scalar), found == nil || found == script else {
                return false
            }
            found = script
        }
        return true
    }

    private init?(of scalar: Unicode.Scalar) {
        let found = Self.ranges.first { $0.range.contains(scalar.value) }
        guard let found else { return nil }
        self = found.script
    }

    /// Combining diacritical marks, which are used with letters of several scripts.
    static let accents: ClosedRange<UInt32> = 0x300...0x36F

    private static let ranges: [(range: ClosedRange<UInt32>, script: Script)] = [
        (0x41...0x5A, .latin), (0x61...0x7A, .latin), (0xC0...0xD6, .latin),
        (0xD8...0xF6, .latin), (0xF8...0x24F, .latin), (0x1E00...0x1EFF, .latin),
        (0x370...0x3FF, .greek), (0x1F00...0x1FFF, .greek),
        (0x400...0x52F, .cyrillic), (0x531...0x587, .armenian), (0x5B0...0x5F2, .hebrew),
        (0x620...0x6FF, .arabic), (0x750...0x77F, .arabic), (0x8A0...0x8FF, .arabic),
        (0x710...0x74F, .syriac), (0x780...0x7BF, .thaana), (0x7C0...0x7FF, .nko),
        (0x900...0x97F, .devanagari), (0x980...0x9FF, .bengali), (0xA00...0xA7F, .gurmukhi),
        (0xA80...0xAFF, .gujarati), (0xB00...0xB7F, .oriya), (0xB80...0xBFF, .tamil),
        (0xC00...0xC7F, .telugu), (0xC80...0xCFF, .kannada), (0xD00...0xD7F, .malayalam),
        (0xD80...0xDFF, .sinhala), (0xE00...0xE7F, .thai), (0xE80...0xEFF, .lao),
        (0xF00...0xFFF, .tibetan), (0x1000...0x109F, .myanmar), (0x10A0...0x10FF, .georgian),
        (0x1C90...0x1CBF, .georgian), (0x1200...0x137F, .ethiopic), (0x13A0...0x13F5, .cherokee),
        (0x1400...0x167F, .canadian), (0x1780...0x17FF, .khmer), (0x1810...0x18AA, .mongolian),
        (0x1100...0x11FF, .eastAsian), (0x3005...0x3007, .eastAsian),
        (0x3041...0x312F, .eastAsian), (0x3400...0x4DBF, .eastAsian),
        (0x4E00...0x9FFF, .eastAsian), (0xAC00...0xD7A3, .eastAsian),
        (0x20000...0x3FFFF, .eastAsian),
    ]
}
