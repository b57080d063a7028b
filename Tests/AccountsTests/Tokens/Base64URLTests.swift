import Accounts
import Testing

@Suite struct `Bytes in base64url` {
    @Test(
        arguments: [
            ([], ""), ([0], "AA"), ([255], "_w"), ([251, 255], "-_8"), ([1, 2, 3], "AQID"),
            ([1, 2, 3, 4], "AQIDBA"),
        ] as [([UInt8], String)])
    func `are written without padding and read back`(bytes: [UInt8], text: String) {
        #expect(Base64URL.text(bytes) == text)
        #expect(Base64URL.bytes(text) == bytes)
    }

    @Test(arguments: [("_w==", [255]), ("-_8=", [251, 255])] as [(String, [UInt8])])
    func `are read with padding`(text: String, bytes: [UInt8]) {
        #expect(Base64URL.bytes(text) == bytes)
    }

    @Test(
        arguments: [
            "A", "AA=", "AAA==", "=", "====", "A===", "AQID====", "AB", "-_9", "+/8", "AA ", "AÄ",
            "AQI=AQI=",
        ])
    func `are no other text`(text: String) {
        #expect(Base64URL.bytes(text) == nil)
    }
}
