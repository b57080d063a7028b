/// The field lines and the empty line that ends them, RFC 9112 §5.
///
///     field-name ":" OWS field-value OWS CRLF
extension HeadScanner {
    /// Parses all lines into the head and applies `FramingRules`.
    mutating func fieldSection(
        into head: inout RequestHead, atMost count: Int
    ) throws(ScanError) {
        var rules = FramingRules(minorVersion: head.minorVersion)
        while try current() != .carriageReturn {
            let line = try fieldLine()
            guard head.fields.count < count else { throw .bad(.fieldsTooLarge) }
            // RFC 9112 §5.2: a folded line is `malformedField`, whatever its first part is.
            guard try !current().isBlank else { throw .bad(.malformedField) }
            head.fields.append(line)
            try rules.observe(line, in: bytes)
        }
        try lineEnd(else: .malformedField)
        try rules.conclude(into: &head)
    }

    @inline(__always)
    private mutating func fieldLine() throws(ScanError) -> FieldLine {
        // White space before the name would fold the line (§5.2); before the colon it allows
        // smuggling (§5.1). It is not a token character, so both are refused here.
        let name = run { $0.isTokenCharacter }
        guard try current() == UInt8(ascii: ":"), !name.isEmpty else {
            throw .bad(.malformedField)
        }
        advance()
        _ = run { $0.isBlank }
        var value = run(of: { $0.isFieldValueCharacter }, word: { $0.areFieldValueCharacters })
        try lineEnd(else: .malformedField)
        while !value.isEmpty, bytes[value.end - 1].isBlank { value.end -= 1 }
        return FieldLine(name: FieldName(bytes.slice(name)), nameRange: name, value: value)
    }
}
