import Glibc

/// A password while it is needed: one copy of its bytes, wiped when nobody needs it any more.
///
/// Swift's strings and arrays leave copies behind where they please, so the text that a request
/// brought is not wiped by this; what waits in queues is.
@safe package final class Password: @unchecked Sendable, CustomStringConvertible {
    // Proof: the bytes are written by `init` and wiped by `deinit`, and only read in between.

    /// How many bytes of UTF-8 it may have where it is picked; the most is
    /// what `crypt_r` takes, less a few (crypt(3), CRYPT_MAX_PASSPHRASE_SIZE).
    package static let lengths = 10...500

    /// The bytes and a zero behind them, as C wants it.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// The bytes of a text, nil when no password can be like that: with U+0000 in it, or longer
    /// than any may be. Of a shorter one it can still be said whether it is right.
    package init?(_ text: String) {
        let utf8 = text.utf8
        guard utf8.count <= Self.lengths.upperBound, !utf8.contains(0) else {
            return nil
        }
        unsafe bytes = .allocate(capacity: utf8.count + 1)
        unsafe bytes.initialize(repeating: 0)
        for (index, byte) in utf8.enumerated() { unsafe bytes[index] = byte }
    }

    deinit {
        if let start = unsafe bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
        unsafe bytes.deallocate()
    }

    /// Never its text, wherever it may be printed.
    package var description: String { "a password" }

    /// Shows the bytes, without the zero.
    package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let text = unsafe UnsafeBufferPointer(rebasing: bytes.dropLast())
        return try body(unsafe Span(_unsafeElements: text))
    }

    /// Shows the bytes as C sees them.
    @unsafe func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            unsafe body(UnsafeBufferPointer(characters).baseAddress.unsafelyUnwrapped)
        }
    }
}
