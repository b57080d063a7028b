import Exchange
import HTTP

/// The body that an endpoint accepts: its media types and its size.
struct BodyPolicy: Equatable, Sendable {
    /// The size class of a body; the operator's limit caps each.
    enum Size: Equatable, Sendable {
        /// An array of items, or one item.
        case many
        case one
        /// A file of another program.
        case file
        /// A name, an email and a password.
        case small
        /// Read and discarded, so that the next request can follow on the connection.
        case ignored

        func limit(within maxBody: Int) -> BodyLimit {
            switch self {
            case .many: BodyLimit(array: maxBody, other: min(1 << 20, maxBody))
            case .one: BodyLimit(min(1 << 20, maxBody))
            case .file: BodyLimit(min(ImportLimits.request.bytes, maxBody))
            case .small: BodyLimit(min(1 << 14, maxBody))
            case .ignored: BodyLimit(min(1 << 16, maxBody))
            }
        }
    }

    /// The accepted media types.
    enum Types: Equatable, Sendable {
        case none
        case json
        /// A merge patch, also when sent as plain JSON.
        case mergePatch
        /// A file of another program, whose content tells its format.
        case file

        /// The names of the types.
        var names: [StaticString] {
            switch self {
            case .none: []
            case .json: ["application/json"]
            case .mergePatch: ["application/merge-patch+json", "application/json"]
            case .file:
                [
                    "text/csv", "text/calendar", "text/plain", "application/json",
                    "application/x-ndjson", "application/octet-stream",
                ]
            }
        }
    }

    let types: Types
    let size: Size

    /// The policy of endpoints that ignore a body.
    static let nothing = BodyPolicy(types: .none, size: .ignored)
}
