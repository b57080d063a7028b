import Accounts
import TestSupport
import Testing

@Suite struct `The yescrypt hasher` {
    /// Two hashes at the real cost, because one must have the current parameters. The other tests
    /// use a twentieth of the cost.
    // proves: separation-6
    @Test func `hashes with the current parameters`() throws {
        let password = try #require(Password("kx4#Qz!90v"))

        let stored = try PasswordHasher.yescrypt.hash(password)

        #expect(stored.hasPrefix("$y$j9T$"))
        #expect(stored.utf8.count == 73)
        #expect(try PasswordHasher.yescrypt.matches(password, stored))
        #expect(!PasswordHasher.yescrypt.isWeaker(stored))
    }

    private let cheap = PasswordHasher.yescrypt(cost: 1)

    @Test func `returns another hash of the same password each time`() throws {
        let password = try #require(Password("kx4#Qz!90v"))

        let strings = [try cheap.hash(password), try cheap.hash(password)]

        #expect(strings[0] != strings[1])
        #expect(try strings.allSatisfy { try cheap.matches(password, $0) })
    }

    @Test(arguments: ["kx4#Qz!90w", "kx4#Qz!90", "kx4#Qz!90v ", "KX4#QZ!90V", ""])
    func `matches no other password`(other: String) throws {
        let stored = try cheap.hash(try #require(Password("kx4#Qz!90v")))

        let matches = try cheap.matches(try #require(Password(other)), stored)

        #expect(!matches)
    }

    @Test func `uses all 500 bytes`() throws {
        let text = String(repeating: "ü", count: 249)
        let stored = try cheap.hash(try #require(Password(text + "xy")))

        #expect(try cheap.matches(try #require(Password(text + "xy")), stored))
        #expect(try !cheap.matches(try #require(Password(text + "xz")), stored))
    }

    @Test(arguments: ["", "*", "*0", "*1", "x", "$y$", "$y$j9T", "$9$abc$def", "plain text"])
    func `matches no malformed hash`(stored: String) throws {
        let password = try #require(Password("kx4#Qz!90v"))

        #expect(try !cheap.matches(password, stored))
        #expect(try !cheap.matches(try #require(Password(stored)), stored))
    }

    /// A SHA-512 hash of another program (crypt(5)).
    @Test func `still matches hashes of other methods`() throws {
        let stored =
            "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJue"
            + "sI68u4OTLiBFdcbYEdFCoEOfaS35inz1"

        #expect(try cheap.matches(try #require(Password("Hello world!")), stored))
        #expect(try !cheap.matches(try #require(Password("Hello world?")), stored))
        #expect(cheap.isWeaker(stored))
    }

    @Test(arguments: [
        ("$y$j75$", true), ("$y$j85$", true), ("$y$j95$", true), ("$y$j8T$", true),
        ("$y$j9T$", false), ("$y$jAT$", false), ("$y$jFT$", false), ("$y$k9T$", true),
        ("$y$j9T.$", true), ("$gy$j9T$", true), ("$2b$12$", true), ("$6$", true), ("", true),
        ("*0", true),
    ])
    func `finds hashes weaker with less memory, and of any other method`(
        prefix: String, isWeaker: Bool
    ) {
        let stored = prefix + "salt$hash"

        #expect(PasswordHasher.yescrypt.isWeaker(stored) == isWeaker)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 11] as [UInt])
    func `compares hashes by cost`(cost: UInt) throws {
        let stored = try cheap.hash(try #require(Password("kx4#Qz!90v")))

        #expect(PasswordHasher.yescrypt(cost: cost).isWeaker(stored) == (cost > 1))
    }

    @Test func `reports an invalid cost`() throws {
        let password = try #require(Password("kx4#Qz!90v"))

        #expect(throws: HashingFailure.unavailable(errno: 22)) {
            try PasswordHasher.yescrypt(cost: 12).hash(password)
        }
    }
}
