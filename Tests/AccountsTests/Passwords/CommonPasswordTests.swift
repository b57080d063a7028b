import Accounts
import Testing

@Suite struct `A common password` {
    // proves: accounts-3
    @Test(arguments: [
        // Words in any spelling, with additions.
        "password", "PASSWORD", "p4$$w0rd", "P@ssw0rd1", "password2008", "Password123!",
        "1password1",
        "letmein1234", "Welcome2024!", "sunshine12", "!!princess!!", "football99", "dragonmaster",
        "basketball", "motdepasse1", "contraseña1", "passwort123", "ichliebedich", "tequieromucho",
        "michael1990", "september2024", "admin12345", "CHRISTOPHER",
        // Repetitions.
        "passwordpassword", "abcabcabcabc", "michaelmichael", "xk7xk7xk7xk7", "lovelovelo",
        // Keyboard walks.
        "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl;", "1q2w3e4r5t", "1qaz2wsx3edc",
        "zaq12wsxcde3", "qwertyasdfgh", "qwerty123456", "poiuytrewq", "abcdefghij", "zyxwvutsrq",
        "abc1234567890", "a1b2c3d4e5",
        // One or two characters, digits.
        "aaaaaaaaaa", "..........", "ababababab", "aaaaabbbbb", "1234567890", "0987654321",
        "0000000000", "31121999", "2024-12-31", "24.12.1998", "+491701234567", "123456789012345",
        "555-123-4567",
    ])
    func `is recognized by its structure`(text: String) {
        #expect(CommonPasswords.contain(text))
    }

    // proves: accounts-3
    @Test(arguments: [
        "correct horse battery staple", "my dog loves cheese", "blue moon over kentucky",
        "kx4#Qz!90v", "9f86d081884c", "Tr0ub4dor&3", "zwölf boxkämpfer", "hunde bellen nachts laut",
        "el perro come pan", "8362915047263910", "wD5kPq82Lm", "vqmtzhrkwy", "пароль от почты",
        "鼠标和键盘", "to be or not to be", "apfelbaum-im-garten", "sunday morning coffee cake",
        "J7-mk2-99-xq", "purple monkey dishwasher",
    ])
    func `is not reported for stronger passwords`(text: String) {
        #expect(!CommonPasswords.contain(text))
    }

    @Test func `can be made of words from the account`() {
        let words = ["toodeloo", "grebnev"].map { Array($0.utf8) }

        #expect(CommonPasswords.contain("Toodeloo2024", knowing: words))
        #expect(CommonPasswords.contain("gr3bn3v-99", knowing: words))
        #expect(!CommonPasswords.contain("Toodeloo2024"))
        #expect(!CommonPasswords.contain("gr3bn3v-99"))
    }

    @Test func `is recognized at any length`() {
        let long = String(repeating: "a1s2d", count: 99) + "xxxxx"

        #expect(!CommonPasswords.contain(long))
        #expect(CommonPasswords.contain(String(repeating: "1q2w3e4r5t6y7u8i9o0p", count: 25)))
    }
}
