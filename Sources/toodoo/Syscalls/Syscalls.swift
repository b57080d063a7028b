import CLinux
import Glibc
import HTTPServer
import Items

// Every call to the C library stands in this file; its unsafe pointers end here.

/// How a process ends.
enum ExitCode: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case interrupted = 130
}

/// Standard output and standard error, unbuffered.
enum Output {
    /// Where what is no answer of a command goes.
    static let errors = STDERR_FILENO

    /// Writes a line to standard output; where it cannot be written the
    /// process ends, without success.
    ///
    /// A closed pipe is no failure: who reads with `head` has what he wants.
    static func line(_ text: String) {
        do throws(Errno) {
            try tryLine(text)
        } catch {
            if !error.isClosedPipe { fail("standard output: \(error)", .failure) }
        }
    }

    /// Writes a line to standard output, for whoever knows what to do where that fails.
    static func tryLine(_ text: String) throws(Errno) {
        try write(text + "\n", to: STDOUT_FILENO)
    }

    static func error(_ text: String) {
        errorPart(text + "\n")
    }

    /// Writes to standard error without ending the line.
    static func errorPart(_ text: String) {
        // Nobody is left to be told that this cannot be written.
        try? write(text, to: STDERR_FILENO)
    }

    /// Says what is wrong in one sentence and ends.
    static func fail(_ message: String, _ code: ExitCode) -> Never {
        error("toodoo: \(message)")
        exit(code)
    }

    static func exit(_ code: ExitCode) -> Never {
        Glibc.exit(code.rawValue)
    }

    fileprivate static func write(_ text: String, to descriptor: Int32) throws(Errno) {
        try OutputFile(descriptor: descriptor).write(Array(text.utf8).span)
    }
}

extension Errno {
    /// Whether there is no reader any more.
    var isClosedPipe: Bool { code == EPIPE }
}

/// What the program was started with.
enum Arguments {
    /// The words behind the program's name. One that is not UTF-8 ends the process: Swift repairs
    /// it, and then it names another file.
    static func words() -> [String] {
        CommandLine.arguments.enumerated().dropFirst().map { index, repaired in
            let word = unsafe CommandLine.unsafeArgv[index].flatMap {
                unsafe String(validatingCString: $0)
            }
            guard let word else { Output.fail("\"\(repaired)\" is not UTF-8", .usage) }
            return word
        }
    }
}

/// The environment variables.
enum Environment {
    /// The value of a variable, nil without it. One that is not UTF-8 ends the process, as an
    /// argument does.
    static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        guard let value = unsafe String(validatingCString: text) else {
            Output.fail("\(name) is not UTF-8", .usage)
        }
        return value
    }

    /// All whose names begin so, as environ(7) has them; what is no `name=value` is left out.
    ///
    /// Most are others' and looked at as bytes: to make texts of all took a twentieth of a start.
    static func all(beginningWith prefix: String) -> [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        var next = unsafe toodoo_environ()
        while let pointer = unsafe next, let text = unsafe pointer.pointee {
            unsafe next = pointer + 1
            guard unsafe strncmp(text, prefix, prefix.utf8.count) == 0 else { continue }
            let parts = unsafe String(cString: text)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables.append((String(parts[0]), String(parts[1]))) }
        }
        return variables
    }
}

extension Clock {
    /// The system's wall clock, to the millisecond.
    static let system = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return (Double(time.tv_sec) * 1000 + Double(time.tv_nsec / 1_000_000)) / 1000
    }

    /// The wall clock as finely as a number tells it, for ids that come in the order of time.
    static let fine = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

/// Nanoseconds of a clock that only goes forward, whatever happens to the wall clock.
@Sendable func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension Clock {
    /// A clock that only goes forward, whatever happens to the wall clock.
    static let steady = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

extension Clock {
    /// A clock that only goes forward, also while the machine is suspended:
    /// beside it, the wall clock does not look as if it had jumped when the
    /// machine wakes up (clock_gettime(2), CLOCK_BOOTTIME).
    static let sinceBoot = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

/// Lets a signal pass without effect.
func ignore(_ signal: Int32) {
    _ = Glibc.signal(signal, SIG_IGN)
}

/// The number of this process.
func processID() -> Int32 {
    getpid()
}

/// The number of cores this process may use.
func coreCount() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Has the files that this process makes be for its own user alone.
func setPrivateUmask() {
    umask(0o077)
}

/// Whether there is an open file with that number.
func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0
}

/// Sees to it that no file gets the number of a standard input, output or error that is closed.
///
/// What is said would be written into it, be it a new backup. They are
/// opened the wrong way round, so that they still fail.
func openMissingStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where !isOpen(number) {
        _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}

/// Tells whoever started this process that it serves, as `--ready-fd` promises.
func signalReadiness(_ descriptor: Int32) {
    try? Output.write("\n", to: descriptor)
    close(descriptor)
}

/// Makes the folder that a file belongs in, and those above it, readable by this user alone.
func makeFolder(of path: String) throws(Errno) {
    guard !path.hasSuffix("/") else { throw Errno(code: EISDIR) }
    try makeFolders(of: path)
}

private func makeFolders(of path: String) throws(Errno) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    guard unsafe access(folder, F_OK) != 0 else { return }
    try makeFolders(of: folder)
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Errno.last }
}
