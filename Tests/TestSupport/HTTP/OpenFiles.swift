import FoundationEssentials

/// The kernel's name of the file of a descriptor of this process, such as `socket:[4711]`. No other
/// file has this name, not even one that gets the same descriptor later.
package func nameOfFile(_ descriptor: Int32) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
}

/// The names of all files that this process has open.
package func namesOfOpenFiles() throws -> Set<String> {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return Set(descriptors.compactMap { Int32($0).flatMap(nameOfFile) })
}
