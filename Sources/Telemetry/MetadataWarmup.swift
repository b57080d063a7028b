/// The type metadata of metrics, instantiated once and by one thread.
///
/// In Swift's runtime (6.3), threads that instantiate such a generic type concurrently may get an
/// unfinished layout and allocate too little memory: without optimization, a program with four
/// threads crashed in one run of three. So `done` is read before metrics are made on several
/// threads, and metrics have only these sizes.
package enum MetadataWarmup {
    /// Instantiates the metadata on first access.
    package static let done: Void = {
        _ = Histograms<1>(.sizes)
        _ = Histograms<40>(.seconds)
        _ = Counters<7>()
        _ = Counters<16>()
        _ = Counters<1_680>()
    }()
}
