/// Measures by a loop instead of in seconds: both are slowed down alike by
/// whatever else the machine does.
struct Yardstick {
    private let clock = ContinuousClock()

    /// How many thousands of multiplications, each waiting for the one
    /// before, take as long as the step.
    ///
    /// The step and the loop take turns, and the least disturbed turn of each counts.
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

    /// Not inlined, so that the compiler cannot see that nobody wants the product.
    @inline(never)
    private func multiply(_ count: Int, from start: Int) -> Int {
        var product = UInt64(start) &+ 1
        for _ in 0..<count { product = product &* 6_364_136_223_846_793_005 &+ 1 }
        return Int(truncatingIfNeeded: product)
    }

    private func time(_ body: () throws -> Int) rethrows -> Duration {
        var product = 0
        let time = try clock.measure { product = try body() }
        // A look at it, so that it is computed.
        precondition(product != .min)
        return time
    }
}
