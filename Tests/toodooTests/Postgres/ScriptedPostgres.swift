import Foundation
import Glibc
import TestSupport

/// A server for one connection that differs from a usable PostgreSQL server.
final class ScriptedPostgres: Sendable {
    enum Kind: Sendable {
        /// It has no certificate.
        case withoutTLS
        /// It accepts connections, and never responds.
        case silent
        /// It reports PostgreSQL 14.9.
        case old
        /// It answers the first command with rows without an end.
        case endless
    }

    let port: UInt16

    /// A server on a free port, until its process ends.
    init(_ kind: Kind) throws {
        let socket = try ListeningSocket()
        port = socket.port
        let number = socket.copy()
        Thread.detachNewThread {
            let connection = FileHandle(
                fileDescriptor: accept(number, nil, nil), closeOnDealloc: true)
            close(number)
            guard let greeting = try? connection.read(upToCount: 8), !greeting.isEmpty else {
                return
            }
            switch kind {
            case .withoutTLS: try? connection.write(contentsOf: Data("N".utf8))
            case .silent: break
            case .old: try? connection.write(contentsOf: Self.welcome("14.9"))
            case .endless:
                // Reads the rest of the greeting, which begins with its length, and the first
                // command.
                let length = Int(greeting[2]) << 8 + Int(greeting[3])
                _ = try? connection.read(upToCount: length - greeting.count)
                try? connection.write(contentsOf: Self.welcome("15.4"))
                _ = try? connection.read(upToCount: 1)
                try? connection.write(contentsOf: Self.rowsBegin)
                // The rows end, so that the test fails with a client without a limit, too.
                for _ in 0..<256 {
                    guard Self.send(Self.row, on: connection.fileDescriptor) else { return }
                }
                return
            }
            // Waits until the client disconnects.
            while let data = try? connection.read(upToCount: 1), !data.isEmpty {}
        }
    }

    /// Messages that no password is needed, the version, and that the server is ready for commands
    /// (postgresql.org/docs/15/protocol-message-formats.html).
    private static func welcome(_ version: String) -> Data {
        message("R", [0, 0, 0, 0]) + message("S", Array("server_version\u{0}\(version)\u{0}".utf8))
            + message("Z", [UInt8(ascii: "I")])
    }

    /// Messages that the statement is prepared and bound, and that its rows have one column of
    /// bytes.
    private static let rowsBegin =
        message("1") + message("2")
        + message(
            "T", [0, 1, 0] + [0, 0, 0, 0, 0, 0] + [0, 0, 0, 17, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1])

    /// A row of 256 KiB.
    private static let row = message(
        "D", [0, 1, 0, 4, 0, 0] + [UInt8](repeating: 7, count: 1 << 18))

    /// Sends all bytes; false if the client has closed the connection. Does not raise SIGPIPE, as
    /// write(2) would.
    private static func send(_ data: Data, on socket: Int32) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func message(_ kind: Unicode.Scalar, _ content: [UInt8] = []) -> Data {
        let length = UInt32(content.count + 4)
        let head =
            [UInt8(ascii: kind)]
            + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
        return Data(head + content)
    }
}
