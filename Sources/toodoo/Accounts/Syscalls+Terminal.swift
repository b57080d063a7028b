import Glibc
import HTTPServer

/// Whether a person types what is read from standard input.
func isStandardInputTerminal() -> Bool {
    isatty(STDIN_FILENO) == 1
}

/// Does nothing for so many milliseconds.
func pause(milliseconds: Int32) {
    _ = poll(nil, 0, milliseconds)
}

/// The bytes of the next line of standard input without its end; nil when there is none.
///
/// Byte by byte, so that nothing of a secret stays in a buffer of the C library's.
func readTypedLine(atMost limit: Int) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
        var byte: UInt8 = 0
        let count = try checked { unsafe read(STDIN_FILENO, &byte, 1) }
        guard count > 0 else { return bytes.isEmpty ? nil : bytes }
        guard byte != UInt8(ascii: "\n") else {
            // Lines of files from elsewhere end in two characters.
            if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            break
        }
        bytes.append(byte)
    }
    return bytes
}

/// The same, while the terminal does not show what is typed; it is silent before anybody is asked.
///
/// Signals that would end or stop the process wait until the terminal is as it was before.
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
