import Foundation
import Glibc
import TestSupport

/// A server for one connection that differs from a usable PostgreSQL server.
final class FakePostgres: Sendable {
    enum Kind: Sendable {
        /// It has no certificate.
        case withoutTLS
        /// It accepts connections, and never responds.
        case silent
        /// It reports the version 14.9 of PostgreSQL.
        case old
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
            case .old: try? connection.write(contentsOf: Self.welcome)
            }
            // Until the client has gone.
            while let data = try? connection.read(upToCount: 1), !data.isEmpty {}
        }
    }

    /// No password is needed, the version, and that commands may come
    /// (postgresql.org/docs/15/protocol-message-formats.html).
    private static let welcome: Data = {
        var bytes: [UInt8] = [UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 0]
        let version = Array("server_version\u{0}14.9\u{0}".utf8)
        bytes += [UInt8(ascii: "S"), 0, 0, 0, UInt8(version.count + 4)] + version
        bytes += [UInt8(ascii: "Z"), 0, 0, 0, 5, UInt8(ascii: "I")]
        return Data(bytes)
    }()
}
