import CCrypt
import Glibc

extension PasswordHasher {
    /// yescrypt of the C library at its default cost (crypt(5)).
    package static let yescrypt = yescrypt(cost: 0)

    /// yescrypt with a cost from 1 to 11, each twice the previous one; 0 is the library's default.
    package static func yescrypt(cost: UInt) -> PasswordHasher {
        PasswordHasher(
            hash: { password throws(HashingFailure) in
                try crypt(password, setting: try newSetting(cost: cost))
            },
            matches: { password, stored throws(HashingFailure) in
                // `*` begins crypt's failure strings and the hash of an account without a password.
                guard !stored.hasPrefix("*") else { return false }
                do throws(HashingFailure) {
                    return areEqual(try crypt(password, setting: stored), stored)
                } catch .unavailable(EINVAL) {
                    return false
                }
            },
            isWeaker: { stored in
                guard let setting = CryptSetting(stored) else { return true }
                // Without a new setting no rehash is possible.
                guard let new = try? newSetting(cost: cost), let today = CryptSetting(new) else {
                    return false
                }
                return setting.bytes < today.bytes
            })
    }

    /// A setting with the cost and a salt from the system's random source.
    private static func newSetting(cost: UInt) throws(HashingFailure) -> String {
        var output = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        let setting = unsafe output.withUnsafeMutableBufferPointer { output -> String? in
            unsafe crypt_gensalt_rn(
                CryptSetting.prefix, cost, nil, 0, output.baseAddress, Int32(output.count)
            ).map { unsafe String(cString: $0) }
        }
        guard let setting else { throw HashingFailure(errno) }
        return setting
    }

    /// Calls `crypt_rn`, which returns null on failure, with its own memory, wiped afterwards.
    private static func crypt(
        _ password: Password, setting: String
    ) throws(HashingFailure) -> String {
        let size = Int(CCRYPT_DATA_SIZE)
        let data = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        unsafe data.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        defer {
            unsafe explicit_bzero(data, size)
            unsafe data.deallocate()
        }
        let output = unsafe password.withCString { phrase in
            unsafe crypt_rn(phrase, setting, data, Int32(size)).map { unsafe String(cString: $0) }
        }
        guard let output else { throw HashingFailure(errno) }
        return output
    }

    /// Compares in constant time, so timing does not reveal where the strings differ.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HashingFailure {
    /// Maps the errno of a failed call.
    fileprivate init(_ code: Int32) {
        self = code == ENOMEM ? .noMemory : .unavailable(errno: code)
    }
}
