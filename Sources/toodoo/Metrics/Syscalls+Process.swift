import CLinux
import Glibc

/// The kernel's figures on this process and its files.
enum ProcessStats {
    /// Bytes of resident memory, from proc(5).
    static var residentBytes: Int? { memory(at: 1) }

    static var virtualBytes: Int? { memory(at: 0) }

    /// Number of open descriptors: the size of the folder, since Linux 6.2.
    static var openDescriptors: Int? {
        size(of: "/proc/self/fd").flatMap { $0 > 0 ? $0 : nil }
    }

    static var descriptorLimit: Int? {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return nil
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Seconds of CPU time used.
    static var cpuSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    /// Whether a debugger or another tracer is attached (proc_pid_status(5)).
    static var isTraced: Bool {
        let lines = read("/proc/self/status")?.split(separator: "\n") ?? []
        return lines.contains { $0.hasPrefix("TracerPid:") && $0 != "TracerPid:\t0" }
    }

    /// A file's size in bytes, nil when it does not exist.
    static func size(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_size : nil
    }

    /// Bytes free for this user on a file's disk.
    static func freeBytes(besides path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        return Int(clamping: status.f_bavail) * Int(clamping: status.f_frsize)
    }

    private static func memory(at field: Int) -> Int? {
        guard let text = read("/proc/self/statm") else { return nil }
        let fields = text.split(separator: " ")
        return field < fields.count
            ? Int(fields[field]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }

    private static func read(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
