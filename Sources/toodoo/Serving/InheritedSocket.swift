import CommandLine

/// A listening socket that the parent process passes on: sd_listen_fds(3).
///
///     LISTEN_PID  the process it is for; child processes inherit the variables
///     LISTEN_FDS  the number of descriptors, from 3 on
///
/// The variables are not removed: this process starts no child that could misread them.
enum InheritedSocket {
    private static let first: Int32 = 3

    /// The descriptor passed to `process`, nil when there is none.
    static func descriptor(
        _ environment: (String) -> String?, process: Int32
    ) throws(UsageFailure) -> Int32? {
        guard environment("LISTEN_PID").flatMap(Int32.init) == process,
            let text = environment("LISTEN_FDS"), !text.isEmpty
        else { return nil }
        switch Count(text)?.count {
        case 0: return nil
        case 1: return first
        case _: throw .tooManySockets(text)
        }
    }
}
