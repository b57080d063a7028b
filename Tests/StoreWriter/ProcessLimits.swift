import Foundation

/// The limits of this process.
enum ProcessLimits {
    private struct Failure: Error {
        let call: String
        let code = errno
    }

    /// Sets the maximum length of a file; nil removes the limit.
    static func setFileSize(_ size: Int?) throws {
        // Otherwise the system ends the process.
        signal(SIGXFSZ, SIG_IGN)
        #if os(Linux)
        let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let kind = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(kind, &limit) == 0 else { throw Failure(call: "getrlimit") }
        limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
        guard unsafe setrlimit(kind, &limit) == 0 else { throw Failure(call: "setrlimit") }
    }

    /// Drops root's rights, which would bypass the permissions of files.
    static func becomeUnprivileged() throws {
        guard geteuid() == 0 else { return }
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { throw Failure(call: "setuid") }
    }
}
