extension ResponseWriter {
    /// Adds request fields that the response depends on; call it before `start`.
    package mutating func vary(_ fields: VaryFields) {
        context.varyFields.formUnion(fields)
    }

    /// Adds `Vary`, as one line.
    ///
    /// With CORS on, it names `Origin` in every response: a cache could otherwise serve the
    /// response to a denied origin to an allowed one.
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
            if fields.contains(.acceptEncoding) {
                value.append(gap)
                value.append("Accept-Encoding")
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
