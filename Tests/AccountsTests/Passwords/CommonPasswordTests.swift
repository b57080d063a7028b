import Accounts
import Testing

@Suite struct `A common password` {
    @Test(arguments: [
        "password123", "PassWord123", "1234567890", "qwertyuiop", "1q2w3e4r5t", "iloveyou12",
        "christopher", "0000000000", "azertyuiop", "ichliebedich",
    ])
    func `is one of the list, in capitals or not`(text: String) {
        #expect(CommonPasswords.contain(text))
    }

    @Test(arguments: [
        "correct horse battery staple", "p4$$w0rd2031", "dragonmaster", "password123?",
        "24.12.1998", "zwölf boxkämpfer", "пароль от почты", "鼠标和键盘", "",
    ])
    func `is no other one, however it is made`(text: String) {
        #expect(!CommonPasswords.contain(text))
    }
}
