import HTTPServer

/// Who started this process and wants to know how it is doing, if anyone does: sd_notify(3).
final class ServiceNotifier: Sendable {
    /// What there is to tell.
    enum State {
        /// The server listens there.
        case ready(String)
        /// It ends, and needs so many seconds at most, however few its unit allows.
        case stopping(seconds: Int)
        /// It is alive; see `Watchdog`.
        case alive

        /// Assignments, a line each; the status is for `systemctl status`.
        var message: String {
            switch self {
            case .ready(let url): "READY=1\nSTATUS=serves \(url)"
            case .stopping(let seconds):
                "STOPPING=1\nSTATUS=answers what is under way\n"
                    + "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000)"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    private let socket: String?
    private let hasFailed = OnceFlag()
    private let warn: @Sendable (String) -> Void

    /// `socket` is what NOTIFY_SOCKET says.
    init(socket: String?, warn: @escaping @Sendable (String) -> Void) {
        self.warn = warn
        self.socket = socket.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Tells it; a failure is said once, and does no harm to the server.
    func notify(_ state: State) {
        guard let socket else { return }
        do throws(Errno) {
            try sendDatagram(state.message, to: socket)
        } catch {
            guard hasFailed.set() else { return }
            let word = state.message.prefix { $0 != "\n" }
            warn("NOTIFY_SOCKET \(socket) did not take \(word): \(error)")
        }
    }
}
