import Foundation

/// What the system takes from this process.
enum ProcessLimits {
    private struct Failure: Error {
        let call: String
        let code = errno
    }

    /// Lets no file become longer than this; nil takes the limit away.
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

    /// Gives up the rights of root, who may write everything.
    static func becomeUnprivileged() throws {
        guard geteuid() == 0 else { return }
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { throw Failure(call: "setuid") }
    }
}
