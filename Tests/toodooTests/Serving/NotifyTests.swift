import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import toodoo

@Suite struct `A service manager` {
    // proves: operation-4
    @Test(arguments: [true, false])
    func `is notified of the start and the stop of the server`(isFile: Bool) throws {
        let folder = try TemporaryFolder()
        let name = isFile ? folder.file("notify") : "@toodoo-\(UUID())"
        let manager = try NotifySocket(name)
        let server = try RunningServer(
            database: folder.file("items.sqlite"), environment: ["NOTIFY_SOCKET": name])

        let first = try manager.next()
        let answer = try server.send("GET", "/readyz")
        server.program.send(SIGTERM)
        let second = try manager.next()

        #expect(first == "READY=1\nSTATUS=serves http://\(server.host)")
        #expect(answer.status == 200)
        #expect(
            second == """
                STOPPING=1
                STATUS=answers the requests under way
                EXTEND_TIMEOUT_USEC=40000000
                """)
        #expect(try server.program.ending().code == 0)
    }

    // proves: operation-4
    @Test func `is notified repeatedly that the server is alive`() throws {
        let folder = try TemporaryFolder()
        let name = "@toodoo-\(UUID())"
        let manager = try NotifySocket(name)
        let server = try RunningServer(
            database: folder.file("items.sqlite"),
            environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2"])

        let ready = try manager.next()
        let words = [try manager.next(), try manager.next(), try manager.next()]

        #expect(ready.hasPrefix("READY=1\n"))
        #expect(words == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
        #expect(try server.stop().code == 0)
    }

    @Test(arguments: [
        ("/nowhere/to/be/found", "No such file or directory"),
        ("nowhere", "Address family not supported by protocol"),
        ("@" + String(repeating: "a", count: 107), "File name too long"),
    ])
    func `that cannot be reached causes one warning`(
        name: String, reason: String
    ) throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(
            database: folder.file("items.sqlite"), environment: ["NOTIFY_SOCKET": name])

        let hint = try server.program.errorLine()
        let answer = try server.send("GET", "/healthz")
        let ending = try server.stop()

        #expect(hint.contains(" info: try: curl"))
        #expect(answer.status == 200)
        #expect(ending.code == 0)
        let complaints = ending.error.split(separator: "\n").filter { $0.contains("NOTIFY") }
        #expect(complaints.count == 1)
        #expect(
            complaints.first?.hasSuffix(
                " warning: NOTIFY_SOCKET \(name) did not accept READY=1: \(reason)") == true)
    }

    @Test(arguments: [2, 107])
    func `may have a name of any length up to the maximum`(length: Int) throws {
        let name = "@" + String("\(UUID())\(UUID())\(UUID())".prefix(length - 1))
        let manager = try NotifySocket(name)

        try sendDatagram("READY=1", to: name)

        #expect(try manager.next() == "READY=1")
    }
}

/// The socket of a service manager.
private final class NotifySocket {
    private let socket = Glibc.socket(
        AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    init(_ name: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: name.utf8)
        }
        if name.hasPrefix("@") { address.sun_path.0 = 0 }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let number = socket
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, size)
            }
        }
        try #require(result == 0, "the name cannot be listened on")
        // The time-out prevents the test from hanging.
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        unsafe _ = setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(socket)
    }

    /// Waits for the next message.
    func next() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(socket, &bytes, bytes.count, 0)
        try #require(count >= 0, "there was no message")
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
