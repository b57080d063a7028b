import Foundation

/// An HTTP service over TLS, with a certificate of its own making, that answers each POST with 200.
package final class SecuredService {
    /// Whether there are the programs that make and use certificates.
    package static let isAvailable = PythonProgram.has("ssl") && (try? openSSL("version")) != nil

    package struct Failure: Error {}

    package let port: UInt16
    private let folder: TemporaryFolder
    private let process: Process
    private let output = Pipe()

    /// A service on 127.0.0.1 whose certificate is for these names, as in `IP:127.0.0.1`.
    package init(certifiedFor names: String) throws {
        folder = try TemporaryFolder()
        try Self.openSSL(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "1", "-subj", "/CN=toodoo", "-addext", "subjectAltName=\(names)",
            "-keyout", folder.file("key.pem"), "-out", folder.file("certificate.pem"))
        process = PythonProgram.process([
            "-c", Self.script, folder.file("certificate.pem"), folder.file("key.pem"),
        ])
        process.standardOutput = output
        try process.run()
        guard let port = UInt16(Self.line(of: output)) else { throw Failure() }
        self.port = port
    }

    deinit { process.terminate() }

    /// The file of the certificate, which is its own authority.
    package var certificate: String { folder.file("certificate.pem") }

    /// Waits for the next request, and returns its target.
    package func target() -> String { Self.line(of: output) }

    /// Ends the service, and returns the targets of requests that were not returned yet.
    package func end() -> [String] {
        process.terminate()
        var targets: [String] = []
        // An empty line is the end; another process may have inherited the pipe.
        while case let target = target(), !target.isEmpty { targets.append(target) }
        return targets
    }

    private static func openSSL(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure() }
    }

    private static func line(of pipe: Pipe) -> String {
        var line: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    private static let script = """
        import http.server, os, signal, ssl, sys

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                print(self.path, flush=True)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*sys.argv[1:])
        # The handshake is made on the thread of the connection.
        server.socket = context.wrap_socket(server.socket, True, do_handshake_on_connect=False)
        # A thread of the tests may have passed a blocked one on.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        signal.signal(signal.SIGTERM, lambda *_: (print(flush=True), os._exit(0)))
        print(server.server_port, flush=True)
        server.serve_forever()
        """
}
