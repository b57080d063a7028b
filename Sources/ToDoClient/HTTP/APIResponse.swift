import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A complete response.
struct APIResponse: Sendable {
    let status: Int
    let content: Data
    /// The seconds to wait before the request is sent again, if the response has them.
    let retryAfter: TimeInterval?
    /// The owner's revision after the write, if the response has it: `ToDo-Revision: k3f9.42`.
    let revision: Int?
    /// The links of the response.
    let link: String?
    /// The target of a redirect.
    let location: String?

    init(_ response: HTTPURLResponse, _ content: Data, now: Date) {
        status = response.statusCode
        self.content = content
        retryAfter = response.value(forHTTPHeaderField: "Retry-After")
            .flatMap { Self.seconds($0, now: now) }
        location = response.value(forHTTPHeaderField: "Location")
        link = response.value(forHTTPHeaderField: "Link")
        revision = response.value(forHTTPHeaderField: "ToDo-Revision")
            .flatMap { $0.split(separator: ".").last }.flatMap { Int($0) }
    }

    /// The error of a response that the server never gives.
    var unexpected: UnexpectedResponse { UnexpectedResponse(status: status, location: location) }

    /// The problem document of the response; one with only the status if there is none.
    var problem: Problem {
        guard var problem = try? JSONDecoder.decode(Problem.self, from: content) else {
            return Problem(status: status, retryAfter: retryAfter)
        }
        problem.retryAfter = retryAfter
        return problem
    }

    /// The longest wait that a server can ask for: a day.
    ///
    /// Unlike some numbers that a server could send, it fits into a `Duration` or an `Int`.
    private static let longestWait: TimeInterval = 86_400

    /// The value of `Retry-After`: digits or a date (RFC 9110 §10.2.3); nil if it is neither.
    private static func seconds(_ text: String, now: Date) -> TimeInterval? {
        let text = text.withoutOuterWhiteSpace
        let seconds =
            text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
            ? TimeInterval(text) : HTTPDate.parse(text)?.timeIntervalSince(now)
        return seconds.map { min(max(0, $0), longestWait) }
    }
}

/// The dates of HTTP, in their preferred form (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil if it is malformed.
    static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            (1...31).contains(day), (1...9999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
            (0...60).contains(time[2])
        else { return nil }
        let seconds = time[0] * 3_600 + time[1] * 60 + time[2]
        return Date(
            timeIntervalSince1970: Double(
                days(year: year, month: month + 1, day: day) * 86_400 + seconds))
    }

    /// The days from 1970-01-01 to a day of the Gregorian calendar.
    ///
    /// Years begin in March here, so that the leap day is the last one.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

extension URLResponse {
    /// Whether it comes from the URL of the request.
    ///
    /// A session that follows redirects returns the response of another URL. A system may write a
    /// URL in another way, and may use HTTPS instead of the requested HTTP.
    func isResponse(to request: URLRequest) -> Bool {
        guard
            let sent = request.url.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) }
            ),
            let received = url.flatMap({ URLComponents(url: $0, resolvingAgainstBaseURL: true) })
        else { return false }
        let schemes = (sent.scheme?.lowercased(), received.scheme?.lowercased())
        return (schemes.0 == schemes.1 || schemes == ("http", "https"))
            && sent.host?.lowercased() == received.host?.lowercased()
            && sent.port == received.port && sent.percentEncodedPath == received.percentEncodedPath
            && sent.percentEncodedQuery == received.percentEncodedQuery
    }

    /// The status code; nil if the response is not an HTTP response.
    var httpStatus: Int? { (self as? HTTPURLResponse)?.statusCode }
}
