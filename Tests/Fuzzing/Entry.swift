import TestSupport

// `scripts/fuzz` compiles this file and one of the probes into a libFuzzer program. No target of
// the package contains it.

#if REQUESTS
private typealias Probe = RequestProbe
#else
private typealias Probe = JSONProbe
#endif

/// libFuzzer calls this with each input. A violation traps, and libFuzzer writes the input to a
/// file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(Violation) {
        try Probe.check(bytes)
    } catch {
        fatalError("Broken: \(error).")
    }
    return 0
}
