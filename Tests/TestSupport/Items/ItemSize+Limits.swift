package import Items

extension ItemSize {
    /// A limit of bytes alone.
    package static func bytes(_ limit: Int) -> ItemSize { ItemSize(count: .max, bytes: limit) }

    /// A limit of the number alone.
    package static func count(_ limit: Int) -> ItemSize { ItemSize(count: limit, bytes: .max) }
}
