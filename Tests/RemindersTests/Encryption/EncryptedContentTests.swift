import Accounts
import Testing

@testable import Reminders

@Suite(.enabled(if: OpenSSL.isThere, "libcrypto.so.3 cannot be loaded here"))
struct `Encrypted content` {
    @Test func `is that of RFC 8291, appendix A`() throws {
        let keys = PushKeys(
            point: try bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
                    + "iw4"),
            secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let point = try bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        )
        let key = try P256Key(
            der: der(try bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), point))

        let content = try EncryptedContent.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: keys, key: key,
            salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"))

        #expect(
            Base64URL.text(content)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
                + "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
                + "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test func `is that of RFC 8188, section 3.1`() throws {
        let content = try EncryptedContent.encode(
            Array("I am the walrus".utf8), secret: try bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
            salt: try bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: [])

        #expect(
            Base64URL.text(content)
                == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test(arguments: [0, 1, 15, 16, 2_800])
    func `is longer than the text by a constant`(count: Int) throws {
        let browser = try P256Key.generate()
        let keys = PushKeys(
            point: try browser.point(), secret: [UInt8](repeating: 7, count: 16))

        let content = try EncryptedContent.encrypt(
            [UInt8](repeating: 0x61, count: count), for: keys, key: .generate(),
            salt: [UInt8](repeating: 1, count: 16))

        #expect(content.count == count + EncryptedContent.overhead)
    }
}

@Suite(.enabled(if: OpenSSL.isThere, "libcrypto.so.3 cannot be loaded here"))
struct `A key of P-256` {
    @Test func `is the same after it was stored in DER`() throws {
        let key = try P256Key.generate()

        let read = try P256Key(der: try key.der())

        #expect(try read.point() == key.point())
    }

    @Test func `is another one each time`() throws {
        let points = try (0..<4).map { _ in try P256Key.generate().point() }

        #expect(Set(points).count == 4)
        #expect(points.allSatisfy { $0.count == 65 && $0[0] == 4 })
    }

    @Test func `has one secret with another, from both sides`() throws {
        let (one, other) = (try P256Key.generate(), try P256Key.generate())

        let secret = try one.secret(with: P256Key(point: other.point()))

        #expect(try other.secret(with: P256Key(point: one.point())) == secret)
        #expect(secret.count == 32)
    }

    @Test func `is not a point beside the curve, a compressed or a short one`() throws {
        let point = try P256Key.generate().point()
        var beside = point
        beside[64] ^= 1
        let zero = [4] + [UInt8](repeating: 0, count: 64)

        let wrong: [[UInt8]] = [
            beside, zero, [2] + Array(point[1..<33]), [6] + Array(point[1...]),
            Array(point.dropLast()), point + [0], [], [0],
        ]
        for point in wrong {
            #expect(throws: OpenSSLFailure.notAKey) { try P256Key(point: point) }
        }
    }

    @Test func `is not other bytes, nor a key of another curve`() throws {
        // openssl ecparam -name secp384r1 -genkey -noout -outform DER
        let other = try bytes(
            "MIGkAgEBBDCvAkbYzyAoCOp16JeobbBgHSwYji6Yr7NHu28oitCS_wq4Le2C6RaXbvS9uuOdSimgBwYF"
                + "K4EEACKhZANiAAT3ekxypLFXJ_b_g1nxl3t1XlLeX5SaQGc6lcvl9J9WKe3ZVIUqGImkKn0aMkYO_963"
                + "RKZMR_rgb3abqb152bOG_do6vnbGNrt-qzKSBxg2Z2y0N7aMNsiz64YlLbCCl-8")

        for wrong in [other, [], [0x30], [UInt8](repeating: 0, count: 500)] {
            #expect(throws: OpenSSLFailure.notAKey) { try P256Key(der: wrong) }
        }
    }
}

/// A private key in DER, as SEC 1 has it (RFC 5915 §3).
private func der(_ secret: [UInt8], _ point: [UInt8]) -> [UInt8] {
    [0x30, 0x77, 2, 1, 1, 4, 0x20] + secret
        + [0xA0, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7, 0xA1, 0x44, 3, 0x42, 0] + point
}

private func bytes(_ text: String) throws -> [UInt8] {
    try #require(Base64URL.bytes(text))
}
