import CLinux
import Glibc

/// Releases memory that only the start needed: pages of code and constants, and free heap.
///
/// The kernel maps sixteen pages around each that is touched, so most mapped pages were never used.
/// Read-only pages are identical to the file, and the kernel's page cache supplies those that are
/// needed again (madvise(2), MADV_DONTNEED). A debugger writes breakpoints into such pages, so
/// nothing is released while one is attached.
func releaseStartupMemory() {
    guard !ProcessStats.isTraced else { return }
    _ = unsafe dl_iterate_phdr(
        { object, _, _ in
            guard let object = unsafe object?.pointee else { return 0 }
            for index in unsafe 0..<Int(object.dlpi_phnum) {
                let segment = unsafe object.dlpi_phdr[index]
                // Writable segments have been changed, at least by the loader.
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
