import CLinux
import Glibc

/// Hands back what only the start needed: pages of code and constants, and free memory.
///
/// The kernel maps sixteen pages around each that is touched, so most of what is mapped by then was
/// never looked at. Pages that nobody may write to are as they are in the file, and those that are
/// needed again come back from the kernel's cache of it (madvise(2), MADV_DONTNEED). Who has set a
/// breakpoint in a program that is being debugged has written to them nevertheless.
func releaseStartupMemory() {
    guard !ProcessStats.isTraced else { return }
    _ = unsafe dl_iterate_phdr(
        { object, _, _ in
            guard let object = unsafe object?.pointee else { return 0 }
            for index in unsafe 0..<Int(object.dlpi_phnum) {
                let segment = unsafe object.dlpi_phdr[index]
                // What may be written to has been, by the loader to begin with.
                guard segment.p_type == PT_LOAD, segment.p_flags & UInt32(PF_W) == 0 else {
                    continue
                }
                let start = unsafe UInt(object.dlpi_addr + segment.p_vaddr)
                let end = start + UInt(segment.p_memsz)
                let page = UInt(getpagesize())
                let first = start / page * page
                _ = unsafe madvise(
                    UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
            }
            return 0
        }, nil)
    _ = malloc_trim(0)
}
