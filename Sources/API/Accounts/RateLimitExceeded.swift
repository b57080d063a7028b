import Accounts
import HTTP

/// What a client is told that asked too often.
struct RateLimitExceeded: Equatable, Sendable {
    /// Which of the limits it is.
    let policy: StaticString
    let rate: Rate
    /// After how many seconds there is room for one more.
    let seconds: Int

    static func == (left: RateLimitExceeded, right: RateLimitExceeded) -> Bool {
        left.rate == right.rate && left.seconds == right.seconds
            && "\(left.policy)" == "\(right.policy)"
    }

    /// Adds the limit and when it lets one through again, as
    /// draft-ietf-httpapi-ratelimit-headers has it:
    ///
    ///     RateLimit-Policy: "sign-in";q=60;w=60      60 in 60 seconds
    ///     RateLimit: "sign-in";r=0;t=1               none is left; in a second there is one
    func write(to response: inout ResponseWriter) {
        response.field("RateLimit-Policy") { value in
            value.append("\"")
            value.append(policy)
            value.append("\";q=")
            value.append(decimal: rate.count)
            value.append(";w=")
            value.append(decimal: rate.seconds)
        }
        response.field("RateLimit") { value in
            value.append("\"")
            value.append(policy)
            value.append("\";r=0;t=")
            value.append(decimal: seconds)
        }
    }
}
