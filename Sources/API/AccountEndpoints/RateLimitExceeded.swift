import Accounts
import HTTP

/// The facts of a 429 response.
struct RateLimitExceeded: Equatable, Sendable {
    let policy: StaticString
    let rate: Rate
    /// Seconds until the next request is allowed.
    let seconds: Int

    static func == (left: RateLimitExceeded, right: RateLimitExceeded) -> Bool {
        left.rate == right.rate && left.seconds == right.seconds
            && "\(left.policy)" == "\(right.policy)"
    }

    /// Adds the fields of draft-ietf-httpapi-ratelimit-headers:
    ///
    ///     RateLimit-Policy: "sign-in";q=60;w=60      60 in 60 seconds
    ///     RateLimit: "sign-in";r=0;t=1               0 remaining; one more in 1 second
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
