/// What an endpoint does with the body of a request.
struct BodyPolicy: Equatable, Sendable {
    /// How much is taken; no more than the operator allows for any body.
    enum Size: Equatable, Sendable {
        /// An array of items.
        case many
        case one
        /// A name, an email and a password.
        case small
        /// Read, so that the next request can follow it, and thrown away.
        case ignored

        /// The largest body in bytes.
        func limit(within maxBody: Int) -> Int {
            switch self {
            case .many: maxBody
            case .one: min(1 << 20, maxBody)
            case .small: min(1 << 14, maxBody)
            case .ignored: min(1 << 16, maxBody)
            }
        }
    }

    /// The media types that are taken.
    enum Types: Equatable, Sendable {
        case none
        case json
        /// A merge patch, or plain JSON taken for one.
        case mergePatch
    }

    let types: Types
    let size: Size

    /// For endpoints that do nothing with a body.
    static let nothing = BodyPolicy(types: .none, size: .ignored)
}
