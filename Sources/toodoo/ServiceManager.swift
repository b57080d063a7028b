import HTTPServer

/// Who started this process and wants to know how it is doing, if anyone does: sd_notify(3).
final class ServiceManager: Sendable {
    /// What there is to tell.
    enum State: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    private let socket: String?
    private let hasFailed = Flag()

    /// `socket` is what NOTIFY_SOCKET says.
    init(socket: String?) {
        self.socket = socket.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Tells it; a failure is said once, and does no harm to the server.
    func tell(_ state: State) {
        guard let socket else { return }
        do throws(Errno) {
            try sendDatagram(state.rawValue, to: socket)
        } catch {
            guard hasFailed.set() else { return }
            Output.error("toodoo: NOTIFY_SOCKET \(socket) did not take \(state.rawValue): \(error)")
        }
    }
}
