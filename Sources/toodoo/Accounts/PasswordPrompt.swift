import Accounts
import HTTPServer

/// Where a command gets a new password from: a person asked twice, or one line of a script's.
///
/// Never an argument, which every process of the machine can read.
enum PasswordPrompt {
    /// What is to be stored of it.
    static func readHashed(for name: String, _ email: Email) throws(CommandFailure) -> String {
        let password = try read(for: name, email)
        do throws(HashingFailure) {
            return try PasswordHasher.yescrypt.hash(password)
        } catch {
            throw .hashing(error)
        }
    }

    private static func read(for name: String, _ email: Email) throws(CommandFailure) -> Password {
        let bytes =
            isStandardInputTerminal()
            ? try prompt(email) : try onFile("-") { () throws(Errno) in try line() }
        let text = try text(bytes)
        do throws(AccountFault) {
            return try AccountRules.password(text, name: name, email: email)
        } catch {
            throw .badPassword(error)
        }
    }

    /// Whoever sends other bytes as a password is refused, so nobody could sign in with them.
    private static func text(_ bytes: [UInt8]) throws(CommandFailure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // One that is too long may end within a character.
        guard bytes.count >= maxBytes else { throw .passwordNotText }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func prompt(_ email: Email) throws(CommandFailure) -> [UInt8] {
        let first = try hidden("Password for \(email.text): ")
        let second = try hidden("The same again: ")
        guard first == second else { throw .passwordsDiffer }
        return first
    }

    private static func hidden(_ prompt: String) throws(CommandFailure) -> [UInt8] {
        try onFile("-") { () throws(Errno) in try readHiddenLine(prompt, atMost: maxBytes) } ?? []
    }

    private static func line() throws(Errno) -> [UInt8] {
        try readTypedLine(atMost: maxBytes) ?? []
    }

    /// One byte more than a password may have.
    private static let maxBytes = AccountRules.passwordBytes.upperBound + 1
}
