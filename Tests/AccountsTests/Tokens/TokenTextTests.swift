import Accounts
import Items
import TestSupport
import Testing

@Suite struct `The text of a token` {
    @Test func `is 66 characters that need no escaping`() {
        for _ in 0..<100 {
            let text = TokenText.random().revealed

            #expect(text.utf8.count == TokenText.length)
            #expect(text.split(separator: ".").map(\.utf8.count) == [22, 43])
            #expect(text.utf8.allSatisfy { isLetterOfBase64URL($0) || $0 == UInt8(ascii: ".") })
        }
    }

    @Test func `encodes six bits in each letter`() {
        var zeros = Bits([0])
        var ones = Bits([.max])
        var some = Bits([0x0001_0203_0405_0607, 0x0809_0A0B_0C0D_0E0F])

        let texts = [
            TokenText.random(using: &zeros), TokenText.random(using: &ones),
            TokenText.random(using: &some),
        ].map(\.revealed)

        #expect(
            texts == [
                String(repeating: "A", count: 22) + "." + String(repeating: "A", count: 43),
                String(repeating: "_", count: 21) + "w." + String(repeating: "_", count: 42) + "8",
                // The output of another program for 00 01 … 0F, once and twice.
                "AAECAwQFBgcICQoLDA0ODw.AAECAwQFBgcICQoLDA0ODwABAgMEBQYHCAkKCwwNDg8",
            ])
    }

    @Test func `is read as it was written`() throws {
        for _ in 0..<100 {
            let token = TokenText.random()

            let read = try #require(TokenText(token.revealed))

            #expect(read.revealed == token.revealed)
            #expect(read.selector == token.selector)
            #expect(read.digest == token.digest)
        }
    }

    // proves: separation-6
    @Test func `contains the secret whose SHA-256 is the digest`() {
        var source = Bits([0x0001_0203_0405_0607, 0x0809_0A0B_0C0D_0E0F])
        let bytes = (0..<2).flatMap { _ in Array(0...15 as ClosedRange<UInt8>) }

        let token = TokenText.random(using: &source)

        #expect(token.digest == SHA256.digest(bytes.span))
        #expect(token.selector.bytes == Array(0...15))
    }

    @Test func `is different each time`() {
        let tokens = (0..<1_000).map { _ in TokenText.random() }

        #expect(Set(tokens.map(\.selector)).count == 1_000)
        #expect(Set(tokens.map(\.revealed)).count == 1_000)
    }

    static let right = "AAECAwQFBgcICQoLDA0ODw.AAECAwQFBgcICQoLDA0ODwABAgMEBQYHCAkKCwwNDg8"

    @Test(arguments: [
        "", ".", right + "A", right + "=", " " + right, right + " ", String(right.dropLast()),
        String(right.dropFirst()), right.replacing(".", with: "A"), right.replacing(".", with: ":"),
        right.replacing("Dg8", with: "Dg+"), right.replacing("Dg8", with: "D/8"),
        right.replacing("AwQ", with: "Aw%"), right.replacing("AwQ", with: "Aé"),
        right.replacing("ODw.", with: "OD=."), right.replacing("ODw.", with: "OD.w"),
        String(repeating: ".", count: 66),
    ])
    func `has exactly one form`(text: String) {
        #expect(TokenText(Self.right) != nil)
        #expect(TokenText(text) == nil)
    }

    /// The last letter of the selector has two significant bits; the last letter of the secret has
    /// four.
    @Test func `has only one spelling`() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

        let ofSelector = letters.filter { letter in
            TokenText(Self.right.replacing("ODw.", with: "OD\(letter).")) != nil
        }
        let ofSecret = letters.filter { letter in
            TokenText(Self.right.dropLast() + "\(letter)") != nil
        }

        #expect(ofSelector == "AQgw")
        #expect(ofSecret == "AEIMQUYcgkosw048")
    }

    @Test func `is parsed and hashed without allocations`() throws {
        let text = Array(TokenText.random().revealed.utf8)
        let digest = try #require(TokenText(String(decoding: text, as: UTF8.self))).digest
        var isCorrect = false

        let count = allocations {
            if let token = TokenText(text.span) { isCorrect = token.digest == digest }
        }

        #expect(isCorrect)
        #expect(count == 0)
    }

    // proves: separation-6
    @Test func `is not part of the token's description`() throws {
        let token = try #require(TokenText(Self.right))

        #expect("\(token)" == "the token AAECAwQFBgcICQoLDA0ODw")
        #expect(String(reflecting: token) == "the token AAECAwQFBgcICQoLDA0ODw")
    }

    private func isLetterOfBase64URL(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

@Suite struct `A token selector` {
    @Test func `has 16 bytes and 22 letters`() throws {
        let selector = TokenSelector(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)

        #expect(selector.bytes == Array(0...15))
        #expect(selector.text == "AAECAwQFBgcICQoLDA0ODw")
        #expect(TokenSelector(selector.bytes) == selector)
        #expect(TokenSelector(text: selector.text) == selector)
    }

    @Test(arguments: [0, 15, 17, 32])
    func `has no other number of bytes`(count: Int) {
        #expect(TokenSelector([UInt8](repeating: 0, count: count)) == nil)
    }
}

@Suite struct `The digest of a secret` {
    @Test func `has 32 bytes`() throws {
        let digest = SHA256.digest(nothing.span)

        #expect(digest.bytes.count == 32)
        #expect(digest.bytes.prefix(4) == [0xE3, 0xB0, 0xC4, 0x42])
        #expect(Digest(digest.bytes) == digest)
    }

    @Test(arguments: [0, 16, 31, 33])
    func `has no other number of bytes`(count: Int) {
        #expect(Digest([UInt8](repeating: 0, count: count)) == nil)
    }

    @Test(arguments: 0..<32)
    func `differs if any byte does`(index: Int) {
        let digest = SHA256.digest(nothing.span)
        var bytes = digest.bytes
        bytes[index] ^= 1

        #expect(Digest(bytes) != nil)
        #expect(Digest(bytes) != digest)
    }
}

/// A generator that repeats the given bits.
private struct Bits: RandomNumberGenerator {
    private let words: [UInt64]
    private var count = 0

    init(_ words: [UInt64]) {
        self.words = words
    }

    mutating func next() -> UInt64 {
        defer { count += 1 }
        return words[count % words.count]
    }
}

private let nothing: [UInt8] = []
