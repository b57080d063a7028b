import Glibc
import HTTPServer

/// Whether standard input is a terminal.
func isStandardInputTerminal() -> Bool {
    isatty(STDIN_FILENO) == 1
}

/// Sleeps for this time.
func pause(milliseconds: Int32) {
    _ = poll(nil, 0, milliseconds)
}

/// Reads the next line of standard input without its line end; nil at the end.
///
/// Byte by byte, so that no part of a secret stays in a buffer of the C library.
func readTypedLine(atMost limit: Int) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        var byte: UInt8 = 0
        let count = try checked { unsafe read(STDIN_FILENO, &byte, 1) }
        guard count > 0 else { return bytes.isEmpty ? nil : bytes }
        guard byte != UInt8(ascii: "\n") else {
            // Files from Windows end lines with CR LF.
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            break
        }
        bytes.append(byte)
    }
    return bytes
}

/// Reads a line while the terminal does not echo; echo is off before the prompt appears.
///
/// Signals that end or stop the process are blocked until the terminal is restored. A blocked
/// signal ends the wait; then the result is nil.
func readHiddenLine(_ prompt: String, atMost limit: Int) throws(Errno) -> [UInt8]? {
    var before = termios()
    try checked { unsafe tcgetattr(STDIN_FILENO, &before) }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)
    var signals = sigset_t()
    var former = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP] {
        unsafe sigaddset(&signals, signal)
    }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, &former)
    defer {
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
        _ = unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    try checked { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) }
    Output.errorPart(prompt)
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&input, 1, 100) == 0 {
        var pending = sigset_t()
        _ = unsafe sigpending(&pending)
        let isAsked = [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP].contains {
            unsafe sigismember(&pending, $0) == 1
        }
        guard !isAsked else { return nil }
    }
    return try readTypedLine(atMost: limit)
}
