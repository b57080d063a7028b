/// The lifetime of a token in an option: `30d`, `12h`, `10m`.
struct Lifetime: Quantity {
    static let units = [
        (suffix: "d", factor: 86_400), (suffix: "h", factor: 3_600), (suffix: "m", factor: 60),
    ]
    static let noun = "a time"
    static let placeholder = "TIME"
    static let hint = " in days (30d), hours (12h) or minutes (10m)"
    let count: Int
}
