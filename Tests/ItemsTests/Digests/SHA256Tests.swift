import Items
import TestSupport
import Testing

@Suite struct `A SHA-256 digest` {
    /// The examples of FIPS 180-4 and its companions.
    static let examples = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmn"
                + "opqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: examples.indices)
    func `matches the examples of the standard`(index: Int) {
        let (text, digest) = Self.examples[index]

        #expect(hexadecimal(SHA256.digest(Array(text.utf8).span)) == digest)
    }

    /// Texts of the letter x with lengths around the block size, hashed by another program.
    @Test(arguments: [
        (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (1, "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"),
        (55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"),
        (56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"),
        (57, "ae14a2563ccf969d99aca69ce6bb74981f734bbf9f655f73b8f06db68cab5217"),
        (63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"),
        (64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"),
        (65, "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"),
        (111, "5ba60613dba318e9ed9020301e5dc59c721c19d82862e4d03718708aa75d2bad"),
        (112, "87bf6e70ecc829aa717756ac6797b82de8b30fca1281ea1659df31949839fc6b"),
        (119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"),
        (120, "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"),
        (127, "70156a14adbabf98cff3a71c7084b417abf057a8efd27329ca36b7202c87d81f"),
        (128, "24da1b81d0b16df6428eee73c69fcb2a93c76bc6df706f0c6670fe6bfe800464"),
        (129, "0ec9eb33e74510bcdd1f2ea55206e82f21649c5c2becbf2b433eb475b34c01bd"),
        (1000, "44f8354494a5ba03ba1792a8d3e9c534c47a9181980fde7a3f44b06ef2ae7c7f"),
    ])
    func `is correct around the block size`(length: Int, digest: String) {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)

        #expect(hexadecimal(SHA256.digest(text.span)) == digest)
    }

    @Test(arguments: [0, 32, 55, 56, 64, 119, 1_000])
    func `does not allocate`(length: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        var digest = SHA256.digest(text.span)

        let count = allocations { digest = SHA256.digest(text.span) }

        #expect(count == 0)
        #expect(digest.bytes.count == 32)
    }

    private func hexadecimal(_ digest: Digest) -> String {
        digest.bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
