import Accounts
import TestSupport
import Testing

@Suite struct `The name of an account` {
    @Test(arguments: [
        ("Ada", "Ada"), ("  Ada Lovelace\n", "Ada Lovelace"), ("\u{3000}阿达\u{A0}", "阿达"),
        ("1", "1"),
        ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("☀\u{FE0F}", "☀\u{FE0F}"),
        ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("渡辺\u{E0101}", "渡辺\u{E0101}"),
    ])
    func `loses the white space around it and nothing else`(sent: String, stored: String) throws {
        let name = try AccountRules.name(sent)

        #expect(Array(name.utf8) == Array(stored.utf8))
    }

    @Test(arguments: ["", " ", "\t\n\u{2003}"])
    func `must have more than white space`(sent: String) {
        #expect(throws: AccountFault.nameIsEmpty) { try AccountRules.name(sent) }
    }

    @Test(arguments: ["a", "é", "😀"])
    func `is measured in scalars`(letter: String) throws {
        let longest = String(repeating: letter, count: 200)

        let name = try AccountRules.name(" \(longest) ")

        #expect(name == longest)
        #expect(throws: AccountFault.nameIsTooLong(characters: 201)) {
            try AccountRules.name(longest + "x")
        }
    }

    @Test(arguments: [
        "a\0b", "a\nb", "a\u{1B}[31mb", "a\u{7F}b", "a\u{85}b", "a\u{202E}b", "a\u{2066}b",
        "\u{FEFF}a", "a\u{200B}b", "a\u{200D}b", "👩\u{200D}", "\u{200D}👩", "1\u{200D}2",
        "a\u{AD}b", "a\u{2028}b", "a\u{2029}b", "a\u{E000}b", "a\u{100000}b", "a\u{E0041}b",
        "\u{3164}", "a\u{115F}\u{1160}b", "\u{FFA0}a", "\u{2800}", "a\u{34F}b", "a\u{17B4}b",
        "a\u{180B}b", "a\u{FE0F}b", "\u{FE0F}", "a\u{E0100}b", "a\u{FFFF}b",
        "渡\u{E0101}\u{E0101}",
    ])
    func `has no invisible characters`(sent: String) {
        #expect(throws: AccountFault.nameHasHiddenCharacters) { try AccountRules.name(sent) }
    }
}

@Suite struct `An email address` {
    @Test(arguments: [
        "a@b", "ada@example.org", "ada+todo@example.org", "\"ada.\\\"\"@example.org",
        "ada@[IPv6:2001:db8::1]", "用户@例子.中国", "!#$%&'*+-/=?^_`{|}~@example.org",
    ])
    func `may be nearly any text with one at sign`(text: String) throws {
        let email = try AccountRules.email(" \(text)\n")

        #expect(email.text == text)
    }

    @Test(arguments: [
        "", " ", "ada", "@", "ada@", "@example.org", "ada@@example.org", "a@b@c", "ada lovelace@b",
        "ada@exam\tple", "ada@b\u{A0}c", "ada@b\0", "ada\u{7}@b", "ada@b\r\nBcc: c",
    ])
    func `without one at sign between other characters is refused`(text: String) {
        #expect(throws: AccountFault.emailIsNoAddress) { try AccountRules.email(text) }
        #expect(Email(text) == nil)
    }

    @Test(arguments: [
        "a\u{202E}b@c", "a\u{200B}@b", "a\u{200D}@b", "a@b\u{AD}c", "a\u{E000}@b", "a@\u{2066}b",
        "q\u{34F}q@b", "\u{1160}@b", "a@b\u{3164}", "a@\u{FE0F}b", "中\u{E0100}@b", "a@b\u{FFFF}",
        "a@\u{2800}b",
    ])
    func `has no invisible characters`(text: String) {
        #expect(throws: AccountFault.emailHasHiddenCharacters) { try AccountRules.email(text) }
    }

    @Test(arguments: [
        "аda@example.org", "pаypal@b", "αda@b", "ада.ada@b", "ａda@b", "ɑda@b", "ada①@b", "👩@b",
        "用户a@b", "1·2@b",
    ])
    func `has letters of one script before the at sign`(text: String) {
        #expect(throws: AccountFault.emailMixesScripts) { try AccountRules.email(text) }
    }

    @Test(arguments: [
        "ада.1@b", "ädä-o\u{308}@b", "αβγ@b", "東京さくらサクラ@b", "김@b", "عمر@b", "दीपक@b", "中@b",
        "a@пример.рф",
    ])
    func `may be in any single script`(text: String) throws {
        #expect(try AccountRules.email(text).text == text)
    }

    @Test func `of an older account stays valid`() {
        #expect(Email("аda@example.org") != nil)
    }

    @Test func `has at most 254 bytes`() throws {
        let longest = "é@" + String(repeating: "x", count: 251)

        let email = try AccountRules.email(longest)

        #expect(email.text == longest)
        #expect(Email(longest + "x") == nil)
        #expect(throws: AccountFault.emailIsTooLong(bytes: 255)) {
            try AccountRules.email(longest + "x")
        }
    }

    @Test func `is equal in any letter case`() {
        let (small, large) = (Email("ädä@example.org"), Email("ÄDÄ@Example.ORG"))

        #expect(small != nil)
        #expect(small == large)
        #expect(small?.hashValue == large?.hashValue)
        #expect(small != Email("ada@example.org"))
    }

    @Test(arguments: [
        ("e\u{301}@b", "\u{E9}@b"), ("A\u{308}a@B", "\u{E4}a@b"), ("и\u{306}@b", "й@b"),
        ("e\u{323}\u{302}@b", "\u{1EC7}@b"), ("α\u{301}@b", "\u{3AC}@b"),
        ("x\u{301}@b", "x\u{301}@b"),
    ])
    func `is the same with an accent of its own or in the letter`(text: String, same: String) {
        let (email, other) = (Email(text), Email(same))

        #expect(email != nil)
        #expect(email?.key == other?.key)
    }
}

@Suite struct `A new password` {
    @Test(arguments: [
        "kx4#Qz!90v", "correct horse battery staple", " my  dog eats ants ", "Füße auf dem Tisch?",
        "🦊 über 🧱 springt", "hunde bellen nachts laut",
    ])
    func `is accepted as typed`(text: String) throws {
        let password = try AccountRules.password(text)

        #expect(password.letters == text)
    }

    @Test func `has from 10 to 500 bytes`() throws {
        let longest = String(repeating: "Zq7ü", count: 99) + "0123"

        #expect(longest.utf8.count == 499)
        #expect(try AccountRules.password(longest + "x").letters == longest + "x")
        #expect(throws: AccountFault.passwordIsTooLong(bytes: 501)) {
            try AccountRules.password(longest + "xy")
        }
        #expect(throws: AccountFault.passwordIsTooShort(bytes: 9)) {
            try AccountRules.password("kx4#Qz!90")
        }
        #expect(throws: AccountFault.passwordIsTooShort(bytes: 0)) {
            try AccountRules.password("")
        }
    }

    @Test func `has no U+0000`() {
        #expect(throws: AccountFault.passwordContainsNUL) {
            try AccountRules.password("kx4#Qz!90v\0")
        }
    }

    @Test func `is refused if it is among the most common ones`() {
        #expect(throws: AccountFault.passwordIsCommon) {
            try AccountRules.password("Password123")
        }
    }

    @Test(arguments: ["Grebnev.Olga@example.org", "olga grebnev"])
    func `is refused if it is the name or the email`(text: String) {
        #expect(throws: AccountFault.passwordIsNameOrEmail) {
            try AccountRules.password(
                text, name: "Olga Grebnev", email: Email("grebnev.olga@example.org"))
        }
    }

    @Test func `may contain the name`() throws {
        let text = "Olga Grebnev 99"

        let password = try AccountRules.password(
            text, name: "Olga Grebnev", email: Email("Grebnev.Olga@example.org"))

        #expect(password.letters == text)
    }
}

@Suite struct `A password` {
    @Test(arguments: ["", "a", "short", "a b", String(repeating: "x", count: 500)])
    func `may be any text at sign-in`(text: String) {
        let password = Password(text)

        #expect(password?.letters == text)
    }

    @Test(arguments: ["\0", "abcdefghij\0k", String(repeating: "x", count: 501)])
    func `is refused if crypt would truncate it`(text: String) {
        #expect(Password(text) == nil)
    }

    @Test func `is never printed`() throws {
        let password = try #require(Password("kx4#Qz!90v"))

        #expect("\(password)" == "a password")
        #expect(String(reflecting: password) == "a password")
    }
}
