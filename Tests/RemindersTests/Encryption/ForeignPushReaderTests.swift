import Accounts
import Foundation
import TestSupport
import Testing

@testable import Reminders

/// Requests as independent readers see them: PyPI's `http-ece` and `py-vapid`.
@Suite struct `Another program's reader of Web Push` {
    private static var hasPackages: Bool {
        PythonProgram.has("http_ece, py_vapid")
    }

    @Test(
        .enabled(
            if: hasPackages && OpenSSL.isThere,
            "PYTHON has no packages http-ece and py-vapid (PyPI), or there is no libcrypto.so.3"))
    func `decrypts each message and verifies its signature`() throws {
        let texts = ["", "a", "Zahnarzt ✓ 🦷", String(repeating: "ß", count: 1_400)]
        let vapid = try VAPID(key: .generate(), contact: "mailto:admin@example.org")
        var lines = ""
        for text in texts {
            let browser = try P256Key.generate()
            let secret = (0..<16).map { _ in UInt8.random(in: 0...255) }
            let content = try EncryptedContent.encrypt(
                Array(text.utf8),
                for: PushKeys(point: browser.point(), secret: secret),
                key: .generate(), salt: (0..<16).map { _ in UInt8.random(in: 0...255) })
            let fields = [
                Base64URL.text(try browser.der()), Base64URL.text(secret),
                Base64URL.text(content),
                try vapid.authorization(for: "https://push.example", expiry: 1_800_000_000),
            ]
            lines += fields.joined(separator: "\t") + "\n"
        }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.utf8).write(to: file)

        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "read_push.py")
        let result = try PythonProgram.run([script.path, file.path])

        let expected = texts.map { text in
            """
            {"claims": {"aud": "https://push.example", "exp": 1800000000, \
            "sub": "mailto:admin@example.org"}, "text": "\(text)"}

            """
        }
        #expect(result.status == 0)
        #expect(result.output == expected.joined())
    }
}
