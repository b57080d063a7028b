import Accounts
import CommandLine
import HTTPServer

/// Reads a new password: typed twice at a terminal, or one line of standard input.
///
/// It is never an argument, because every process of the machine can read arguments.
enum PasswordPrompt {
    /// The hash of the password, to be stored.
    static func readHashed(for name: String, _ email: Email) throws(CommandFailure) -> String {
        let password = try read(for: name, email)
        do throws(HashingFailure) {
            return try PasswordHasher.yescrypt.hash(password)
        } catch {
            throw .hashing(error)
        }
    }

    private static func read(for name: String, _ email: Email) throws(CommandFailure) -> Password {
        guard isStandardInputTerminal() else {
            let line = try onTerminal { () throws(TerminalFailure) in
                try readTypedLine(atMost: maxBytes)
            }
            return try check(line ?? [], for: name, email)
        }
        let first = try hidden("Password for \(email.text): ")
        // Before it is typed again.
        let password = try check(first, for: name, email)
        guard try hidden("Repeat the password: ") == first else { throw .passwordsDiffer }
        return password
    }

    private static func check(
        _ bytes: [UInt8], for name: String, _ email: Email
    ) throws(CommandFailure) -> Password {
        let text = try text(bytes)
        do throws(AccountFault) {
            return try AccountRules.password(text, name: name, email: email)
        } catch {
            throw .badPassword(error)
        }
    }

    /// Rejects bytes that are not UTF-8: the API accepts no such password, so it could not be used
    /// to sign in.
    private static func text(_ bytes: [UInt8]) throws(CommandFailure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A password cut at the limit may end within a character.
        guard bytes.count >= maxBytes else { throw .passwordNotText }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hidden(_ prompt: String) throws(CommandFailure) -> [UInt8] {
        let line = try onTerminal { () throws(TerminalFailure) in try readHiddenLine(prompt) }
        guard let line else { Output.exit(.interrupted) }
        return line
    }

    /// One byte more than the longest password.
    private static let maxBytes = AccountRules.passwordBytes.upperBound + 1
}

/// Runs work with the terminal or standard input.
func onTerminal<Value>(
    _ work: () throws(TerminalFailure) -> Value
) throws(CommandFailure) -> Value {
    do throws(TerminalFailure) {
        return try work()
    } catch {
        throw .file("-", Errno(code: error.code))
    }
}
