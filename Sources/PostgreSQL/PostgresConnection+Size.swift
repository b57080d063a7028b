import CPostgres
import Glibc

/// The size of an answer, because libpq keeps rows without a limit until their command has ended.
extension PostgresConnection {
    /// Begins to count the bytes of an answer.
    func beginAnswer() {
        (waits, bytesBefore) = (0, nil)
    }

    /// Closes the connection if the answer has exceeded its limit.
    ///
    /// Bytes that arrive before the first wait has ended are not counted, so that the usual answer
    /// costs no system call; they are at most as many as the socket's buffer holds. A local socket
    /// is not counted: its server is on this machine.
    @unsafe
    func checkSize(_ handle: OpaquePointer) throws(PostgresFailure) {
        waits += 1
        guard waits > 1, let bytes = unsafe receivedBytes(handle) else { return }
        let before = bytesBefore ?? bytes
        bytesBefore = before
        guard bytes - before > answerBytes else { return }
        close()
        throw .tooLarge(limit: answerBytes)
    }

    /// The bytes that a TCP connection has received; nil on another socket.
    ///
    /// `tcpi_bytes_received` of linux/tcp.h, which glibc's `tcp_info` ends before.
    @unsafe
    private func receivedBytes(_ handle: OpaquePointer) -> Int? {
        let offset = 128
        var info = [UInt8](repeating: 0, count: 256)
        var size = socklen_t(info.count)
        let result = unsafe getsockopt(
            library.functions.socket(handle), Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
        guard result == 0, Int(size) >= offset + 8 else { return nil }
        return unsafe info.withUnsafeBytes { bytes in
            Int(
                truncatingIfNeeded: unsafe bytes.loadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
        }
    }
}
