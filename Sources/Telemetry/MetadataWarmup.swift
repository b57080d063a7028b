/// The layouts of metrics, worked out once and by one thread.
///
/// Two threads that are the first to make metrics can otherwise get a layout from Swift's
/// runtime (6.3) that is not finished, and with it too little memory: without optimising,
/// a program of four threads that make some crashes every third time. Whoever makes
/// metrics on any thread looks here before, and makes none but of these sizes.
package enum MetadataWarmup {
    /// Is there when all of them are known.
    package static let done: Void = {
        _ = Histograms<1>(.sizes)
        _ = Histograms<40>(.seconds)
        _ = Counters<7>()
        _ = Counters<16>()
        _ = Counters<1_680>()
    }()
}
