/// Passes over what may follow the size of a chunk, from the first semicolon on: RFC 9112 §7.1.1.
///
///     chunk-ext = *( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )
///
/// Nobody here wants to know what it says. It is read exactly all the same: a reader who skips to
/// some line end can be shown another one than the next reader sees.
struct ChunkExtension: Sendable {
    private enum State {
        case beforeName, name, afterName
        case beforeValue, value, quoted, escaped, closed, afterValue
    }

    private var state = State.beforeName

    /// Whether the line may end here; a blank may not be the last.
    var isComplete: Bool { state == .name || state == .value || state == .closed }

    /// Takes the next byte, and answers whether it can stand there.
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

    /// What may follow a name or a value; only a name has an equals sign behind it.
    private func separator(_ byte: UInt8, blank: State) -> State? {
        switch byte {
        case .space, .tab: blank
        case UInt8(ascii: ";"): .beforeName
        case UInt8(ascii: "="): blank == .afterName ? .beforeValue : nil
        default: nil
        }
    }
}
