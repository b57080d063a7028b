/// A listening socket that whoever started this process hands over: sd_listen_fds(3).
///
///     LISTEN_PID  the process that is meant; a child of it finds the variables too
///     LISTEN_FDS  how many descriptors are handed over, from 3 on
///
/// The variables are left where they are: this process starts none that
/// could take them for its own.
enum InheritedSocket {
    /// Where the descriptors begin.
    private static let first: Int32 = 3

    /// The descriptor that is handed over to `process`, nil when none is.
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
