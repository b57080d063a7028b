import CommandLine
import HTTPServer

/// `toodoo health`: checks whether the server on this machine is ready.
///
/// It requests readiness, not liveness: dependent services wait for readiness, and a server that
/// cannot read its database is not healthy even if it is alive. A check costs little: it reads one
/// row.
struct HealthCommand {
    /// The command's declaration.
    static let spec = CommandSpec(
        "health", "check whether the server is ready",
        options: [
            OptionSpec(
                "--host", "ADDRESS",
                help: "the address of the server (\(ServeOptions.defaults.host))"),
            OptionSpec(
                "--port", "NUMBER", help: "the port of the server (\(ServeOptions.defaults.port))"),
        ],
        about: """
            Checks whether the server on this machine is ready for requests (GET /readyz). The exit code is 0 if
            it is ready within two seconds; otherwise it is 1, and a message gives the reason.
            """,
        notes: """
            TOODOO_HOST and TOODOO_PORT are read as by toodoo serve, so with the server's environment no options
            are needed. A server that listens on all addresses is checked on loopback.
            """)

    private static let timeoutMilliseconds = 2_000

    let address: ListenAddress

    /// Reads the server's address from flags and the environment.
    init(_ arguments: ParsedArguments, environment: (String) -> String?) throws(UsageFailure) {
        var options = ServeOptions()
        try options.apply(ServeOption.address, from: arguments, environment: environment)
        address = ListenAddress(host: options.host, port: UInt16(options.port)).onLoopback
    }

    /// Prints that the server is ready; ends the process if it is not.
    func perform() {
        do throws(HealthFailure) {
            try run()
            Output.line("\(address.url) is ready")
        } catch {
            Output.fail(error.message, error.exitCode)
        }
    }

    /// Returns if the server is ready and throws otherwise.
    func run() throws(HealthFailure) {
        let status: Int
        do throws(HealthProbeFailure) {
            status = try probeStatus(
                of: "/readyz", at: address, milliseconds: Self.timeoutMilliseconds)
        } catch {
            throw .probeFailed(address, error)
        }
        guard status == 200 else { throw .notReady(address, status: status) }
    }
}

/// The reason for which a server is not healthy.
enum HealthFailure: Error, Equatable {
    case probeFailed(ListenAddress, HealthProbeFailure)
    case notReady(ListenAddress, status: Int)

    var message: String {
        switch self {
        case .probeFailed(_, .notAnAddress(let host)):
            ListenFailure.notAnAddress(host).message(host: host, port: 0)
        case .probeFailed(let address, .unreachable(let error)):
            "\(address.url) cannot be reached: \(error)"
        case .probeFailed(let address, .timedOut): "\(address.url) did not answer in time"
        case .probeFailed(let address, .notHTTP): "\(address.url) does not speak HTTP"
        case .notReady(let address, let status):
            "\(address.url) is not ready: its answer was \(status)"
        }
    }

    /// A bad address is wrong usage, even if only the system detects it.
    var exitCode: ExitCode {
        if case .probeFailed(_, .notAnAddress) = self { .usage } else { .failure }
    }
}

extension ListenAddress {
    /// The same on loopback for a wildcard address, which is not one to connect to (ip(7),
    /// INADDR_ANY).
    var onLoopback: ListenAddress {
        switch host {
        case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
        case "::": ListenAddress(host: "::1", port: port)
        default: self
        }
    }

    /// The addresses to connect to: for a wildcard address the machine's addresses of its family,
    /// otherwise this one. `machine`, which is slow to look up, is only evaluated for a wildcard.
    func reachable(_ machine: @autoclosure () -> [String]) -> [ListenAddress] {
        guard onLoopback != self else { return [self] }
        let isV6 = host.contains(":")
        let hosts = machine().filter { $0.contains(":") == isV6 }
        if hosts.isEmpty { return [onLoopback] }
        return hosts.map { ListenAddress(host: $0, port: port) }
    }

    /// The base URL of the address.
    var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
