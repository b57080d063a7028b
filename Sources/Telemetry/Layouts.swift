/// The layouts of figures, worked out once and by one thread.
///
/// Two threads that are the first to make figures can otherwise get a layout from Swift's
/// runtime (6.3) that is not finished, and with it too little memory: without optimising,
/// a program of four threads that make some crashes every third time. Whoever makes
/// figures on any thread looks here before, and makes none but of these sizes.
package enum Layouts {
    /// Is there when all of them are known.
    package static let known: Void = {
        _ = Histograms<1>(.sizes)
        _ = Histograms<40>(.seconds)
        _ = Cells<7>()
        _ = Cells<16>()
        _ = Cells<1_680>()
    }()
}
