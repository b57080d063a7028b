import HTTPServer

/// Notifies the service manager, if there is one: sd_notify(3).
final class ServiceNotifier: Sendable {
    enum State {
        /// The server listens at this URL.
        case ready(String)
        /// The server stops within this time, which extends the unit's time-out.
        case stopping(seconds: Int)
        /// The server is alive; see `Watchdog`.
        case alive

        /// The datagram, an assignment a line; `systemctl status` shows STATUS.
        var message: String {
            switch self {
            case .ready(let url): "READY=1\nSTATUS=serves \(url)"
            case .stopping(let seconds):
                "STOPPING=1\nSTATUS=answers the requests under way\n"
                    + "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000)"
            case .alive: "WATCHDOG=1"
            }
        }
    }

    private let socket: String?
    private let hasFailed = OnceFlag()
    private let warn: @Sendable (String) -> Void

    /// A notifier; `socket` is the value of NOTIFY_SOCKET.
    init(socket: String?, warn: @escaping @Sendable (String) -> Void) {
        self.warn = warn
        self.socket = socket.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Sends a state; only the first failure is logged.
    func notify(_ state: State) {
        guard let socket else { return }
        do throws(Errno) {
            try sendDatagram(state.message, to: socket)
        } catch {
            guard hasFailed.set() else { return }
            let word = state.message.prefix { $0 != "\n" }
            warn("NOTIFY_SOCKET \(socket) did not accept \(word): \(error)")
        }
    }
}
