/// Measures time in units of a loop instead of seconds, because other load slows both equally.
struct Yardstick {
    private let clock = ContinuousClock()

    /// The step's duration in thousands of dependent multiplications.
    ///
    /// The step and the loop alternate, and the fastest run of each counts.
    func ratio(of step: Step, in world: World) throws -> Double {
        var count = 1
        while try time({ try step.run(count, in: world) }) < .milliseconds(10) { count *= 2 }
        var best = (step: Duration.seconds(60), loop: Duration.seconds(60))
        for turn in 0..<15 {
            best.loop = min(best.loop, time { multiply(2_000_000, from: turn) })
            best.step = min(best.step, try time { try step.run(count, in: world) })
        }
        return best.step / Double(count) / (best.loop / 2_000)
    }

    /// Not inlined, so that the compiler cannot remove an unused product.
    @inline(never)
    private func multiply(_ count: Int, from start: Int) -> Int {
        var product = UInt64(start) &+ 1
        for _ in 0..<count { product = product &* 6_364_136_223_846_793_005 &+ 1 }
        return Int(truncatingIfNeeded: product)
    }

    private func time(_ body: () throws -> Int) rethrows -> Duration {
        var product = 0
        let time = try clock.measure { product = try body() }
        // Uses the product, so that it is computed.
        precondition(product != .min)
        return time
    }
}
