import CLinux
import Glibc
import HTTPServer
import Items

// Calls to the C library are confined to the files named `Syscalls*.swift`; no unsafe pointer
// leaves them.

enum ExitCode: Int32 {
    case success = 0
    case failure = 1
    case usage = 64
    case interrupted = 130
}

/// Standard output and standard error, unbuffered.
enum Output {
    /// The descriptor of the log and of messages.
    static let errors = STDERR_FILENO

    /// Writes a line to standard output; ends the process with an error code if that fails.
    ///
    /// A closed pipe is not a failure: a reader such as `head` has read all that it needs.
    static func line(_ text: String) {
        do throws(Errno) {
            try tryLine(text)
        } catch {
            if !error.isClosedPipe { fail("standard output: \(error)", .failure) }
        }
    }

    /// Writes a line to standard output; the caller handles failures.
    static func tryLine(_ text: String) throws(Errno) {
        try write(text + "\n", to: STDOUT_FILENO)
    }

    static func error(_ text: String) {
        errorPart(text + "\n")
    }

    /// Writes to standard error without ending the line.
    static func errorPart(_ text: String) {
        // There is no other place to report a failure.
        try? write(text, to: STDERR_FILENO)
    }

    /// Writes an error message and ends the process.
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
    /// Whether the reader of a pipe has closed it.
    var isClosedPipe: Bool { code == EPIPE }
}

/// The program's arguments.
enum Arguments {
    /// The arguments after the program's name. One that is not UTF-8 ends the process: Swift would
    /// repair it into the name of another file.
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

enum Environment {
    /// The value of a variable, nil if it is not set. One that is not UTF-8 ends the process, as an
    /// argument does.
    static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        guard let value = unsafe String(validatingCString: text) else {
            Output.fail("\(name) is not UTF-8", .usage)
        }
        return value
    }

    /// The value of an option in the environment: of its variable, or what is in the file that the
    /// variable with `_FILE` behind its name names. Platforms pass secrets in such files.
    ///
    /// Ends the process if there are both, or if the file cannot be read.
    static func setting(_ name: String) -> String? {
        let value = value(name)
        guard let file = settingFiles["\(name)\(fileSuffix)"] else { return value }
        guard value?.isEmpty ?? true else {
            Output.fail("\(name) and \(name)\(fileSuffix) are both set; remove one", .usage)
        }
        do throws(SettingFile.Failure) {
            return try SettingFile.value(in: file)
        } catch {
            Output.fail("\(name)\(fileSuffix): \(error.message(file))", .usage)
        }
    }

    /// The name of the variable that an option's value comes from.
    static func source(of name: String) -> String {
        settingFiles["\(name)\(fileSuffix)"] == nil ? name : "\(name)\(fileSuffix)"
    }

    /// What ends the name of a variable with a file instead of a value.
    static let fileSuffix = "_FILE"

    /// The variables with files, of which there are usually none.
    private static let settingFiles: [String: String] = Dictionary(
        all(beginningWith: ServeOption.variablePrefix)
            .filter { $0.name.hasSuffix(fileSuffix) && !$0.value.isEmpty },
        uniquingKeysWith: { first, _ in first })

    /// The variables with a prefix, from environ(7); entries without `=` are left out.
    ///
    /// Names are compared as bytes: making a `String` of every variable took a twentieth of a
    /// start.
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

    /// The wall clock at full resolution, for ids that sort by time.
    static let fine = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

@Sendable func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension Clock {
    static let steady = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

extension Clock {
    /// A monotonic clock that includes time in suspend, so that the wall clock does not appear to
    /// jump when the machine wakes up (clock_gettime(2), CLOCK_BOOTTIME).
    static let sinceBoot = Clock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}

func ignore(_ signal: Int32) {
    _ = Glibc.signal(signal, SIG_IGN)
}

func processID() -> Int32 {
    getpid()
}

/// Sleeps for this time.
func pause(milliseconds: Int32) {
    _ = poll(nil, 0, milliseconds)
}

/// The number of cores this process may use.
func coreCount() -> Int {
    max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Makes the files that this process creates accessible to its user only.
func setPrivateUmask() {
    umask(0o077)
}

func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0
}

/// Opens /dev/null for each of standard input, output and error that is closed.
///
/// Otherwise a file such as a new backup could get that number and receive the process's output.
/// Input is opened for writing and the others for reading, so that their use still fails.
func openMissingStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where !isOpen(number) {
        _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}

/// Reports to the parent process that the server is ready, for `--ready-fd`.
func signalReadiness(_ descriptor: Int32) {
    try? Output.write("\n", to: descriptor)
    close(descriptor)
}

/// Creates the folder of a file, and those above it, accessible to this user only.
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
