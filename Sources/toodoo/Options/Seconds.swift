/// A time in an option: `10s`, `2m`, `1h`, `30d`, or plain seconds.
///
/// Whole seconds only, because the timer wheel has a resolution of one second: `500ms` could not be
/// kept.
struct Seconds: Quantity {
    static let units = [
        (suffix: "d", factor: 86_400), (suffix: "h", factor: 3_600), (suffix: "m", factor: 60),
        (suffix: "s", factor: 1),
        (suffix: "", factor: 1),
    ]
    static let noun = "a time"
    static let placeholder = "TIME"
    static let hint = " in whole seconds (10s), minutes (2m), hours (1h) or days (30d)"
    let count: Int
}
