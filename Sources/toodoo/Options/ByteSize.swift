/// A size in an option: `64KiB`, `1MiB`, `1GiB`, `1TiB`, or plain bytes.
///
/// Powers of two only: if `kB` and `MB` were allowed as well, one letter would decide between two
/// sizes.
struct ByteSize: Quantity {
    static let units = [
        (suffix: "TiB", factor: 1 << 40), (suffix: "GiB", factor: 1 << 30),
        (suffix: "MiB", factor: 1 << 20), (suffix: "KiB", factor: 1 << 10),
        (suffix: "", factor: 1),
    ]
    static let noun = "a size"
    static let placeholder = "SIZE"
    static let hint = " in bytes (4096), KiB, MiB, GiB or TiB"
    let count: Int
}
