/// Skips the extensions after a chunk's size, from the first semicolon on: RFC 9112 §7.1.1.
///
///     chunk-ext = *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )
///
/// The extensions have no meaning here, but are parsed strictly: a parser that skips to some line
/// end may see another line end than the next parser does.
struct ChunkExtension: Sendable {
    private enum State {
        case beforeName, name, afterName
        case beforeValue, value, quoted, escaped, closed, afterValue
    }

    private var state = State.beforeName

    /// Whether the line may end here; it must not end in white space.
    var isComplete: Bool { state == .name || state == .value || state == .closed }

    /// Parses the next byte; false if it is invalid here.
    mutating func read(_ byte: UInt8) -> Bool {
        guard let next = next(byte) else { return false }
        state = next
        return true
    }

    private func next(_ byte: UInt8) -> State? {
        switch state {
        case .beforeName:
            if byte.isBlank { .beforeName } else { byte.isTokenCharacter ? .name : nil }
        case .name: byte.isTokenCharacter ? .name : separator(byte, blank: .afterName)
        case .afterName: separator(byte, blank: .afterName)
        case .beforeValue:
            switch byte {
            case .space, .tab: .beforeValue
            case UInt8(ascii: "\""): .quoted
            default: byte.isTokenCharacter ? .value : nil
            }
        case .value: byte.isTokenCharacter ? .value : separator(byte, blank: .afterValue)
        case .closed, .afterValue: separator(byte, blank: .afterValue)
        case .quoted:
            switch byte {
            case UInt8(ascii: "\""): .closed
            case UInt8(ascii: "\\"): .escaped
            default: byte.isFieldValueCharacter ? .quoted : nil
            }
        case .escaped: byte.isFieldValueCharacter ? .quoted : nil
        }
    }

    /// The state after a name or a value; `=` may follow only a name.
    private func separator(_ byte: UInt8, blank: State) -> State? {
        switch byte {
        case .space, .tab: blank
        case UInt8(ascii: ";"): .beforeName
        case UInt8(ascii: "="): blank == .afterName ? .beforeValue : nil
        default: nil
        }
    }
}
