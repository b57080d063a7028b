extension ResponseWriter {
    /// Says that the answer depends on these fields as well; to be called before `start`.
    package mutating func vary(_ fields: Variance) {
        terms.varies.formUnion(fields)
    }

    /// Adds `Vary`, one line for all reasons.
    ///
    /// Where origins are told apart also for those that may not read: a
    /// cache would give that answer to those who may.
    mutating func varyField() {
        if terms.sharing != .unsaid { terms.varies.insert(.origin) }
        let varies = terms.varies
        guard !varies.isEmpty else { return }
        field("Vary") { value in
            var gap: StaticString = ""
            if varies.contains(.accept) {
                value.append("Accept")
                gap = ", "
            }
            if varies.contains(.authorization) {
                value.append(gap)
                value.append("Authorization")
                gap = ", "
            }
            if varies.contains(.origin) {
                value.append(gap)
                value.append("Origin")
            }
        }
    }
}
