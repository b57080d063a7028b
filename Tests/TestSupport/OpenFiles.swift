import FoundationEssentials
import Glibc

/// What the kernel calls the file behind a descriptor of this process, such as `socket:[4711]`; no
/// other file has that name, not even one that gets the same descriptor later.
package func nameOfFile(_ descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
}

/// The names of all files that this process has open.
package func namesOfOpenFiles() throws -> Set<String> {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return Set(descriptors.compactMap { Int32($0).flatMap(nameOfFile) })
}

/// Lets this process have no more than so many descriptors; for tests in a process of their own.
package func limitDescriptors(to count: UInt) throws {
    var limit = rlimit(rlim_cur: count, rlim_max: count)
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe setrlimit(kind, &limit) == 0 else { throw WireClient.Failure.system(errno) }
}
