import Glibc

/// A password in memory: one copy of its bytes, wiped by `deinit`.
///
/// Only this copy is wiped, which is the one that waits in queues; Swift's strings and arrays of
/// the request leave others.
@safe package final class Password: @unchecked Sendable, CustomStringConvertible {
    // Proof: the bytes are written by `init` and wiped by `deinit`, and only read in between.

    /// The length of a new password in bytes of UTF-8.
    ///
    /// The maximum is slightly below that of `crypt_r` (crypt(3), CRYPT_MAX_PASSPHRASE_SIZE).
    package static let lengths = 10...500

    /// The bytes, NUL-terminated for C.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Copies a text; nil if it contains U+0000 or is too long.
    ///
    /// Shorter texts than `lengths` are accepted, because a wrong password may have any length.
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

    /// A description without the text, safe to log.
    package var description: String { "a password" }

    /// Passes the bytes to `body`, without the terminator.
    package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        let text = unsafe UnsafeBufferPointer(rebasing: bytes.dropLast())
        return try body(unsafe Span(_unsafeElements: text))
    }

    /// Passes the NUL-terminated bytes to `body`.
    @unsafe func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
            unsafe body(UnsafeBufferPointer(characters).baseAddress.unsafelyUnwrapped)
        }
    }
}
