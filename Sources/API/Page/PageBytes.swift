/// Bytes of the page, inside the program or made at run time.
struct PageBytes: Sendable {
    /// Nil for bytes that were made.
    private let embedded: EmbeddedForm?
    private let made: [UInt8]

    /// A part of the program.
    init(_ embedded: EmbeddedForm) {
        self.embedded = embedded
        made = []
    }

    init(_ bytes: [UInt8]) {
        embedded = nil
        made = bytes
    }

    var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            if let embedded { return embedded.bytes }
            return made.span
        }
    }
}
