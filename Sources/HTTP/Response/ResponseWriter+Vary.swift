extension ResponseWriter {
    /// Says that the answer depends on these fields as well; to be called before `start`.
    package mutating func vary(_ fields: VaryFields) {
        context.varyFields.formUnion(fields)
    }

    /// Adds `Vary`, one line for all reasons.
    ///
    /// Where origins are told apart also for those that may not read: a
    /// cache would give that answer to those who may.
    mutating func varyField() {
        if context.corsPolicy != .disabled { context.varyFields.insert(.origin) }
        let fields = context.varyFields
        guard !fields.isEmpty else { return }
        field("Vary") { value in
            var gap: StaticString = ""
            if fields.contains(.accept) {
                value.append("Accept")
                gap = ", "
            }
            if fields.contains(.authorization) {
                value.append(gap)
                value.append("Authorization")
                gap = ", "
            }
            if fields.contains(.origin) {
                value.append(gap)
                value.append("Origin")
            }
        }
    }
}
