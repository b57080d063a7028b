import CCurl
import Glibc
import Synchronization

/// Sends requests by libcurl, which is loaded by the first request.
///
/// A server without a geocoder never loads it; where it is not installed, the server runs without.
package final class CurlSession: ProviderSession {
    /// Timeouts, and the limit on a response's size.
    package struct Limits: Sendable {
        package var connectMilliseconds = 5_000
        package var totalMilliseconds = 10_000
        package var bodyBytes = 262_144

        /// The default limits.
        package init() {}
    }

    private let limits: Limits
    private let library: String
    /// Loaded once; a failure is final.
    private let curl = Mutex<Result<Curl, ProviderSessionFailure>?>(nil)

    /// A session that loads this library with its first request.
    package init(limits: Limits = Limits(), library: String = "libcurl.so.4") {
        self.limits = limits
        self.library = library
    }

    package func get(
        _ url: String, userAgent: String, trace: String? = nil
    ) throws(ProviderSessionFailure) -> HTTPResponse {
        let curl = try curl.withLock { curl in
            let loaded = curl ?? Curl.load(library)
            curl = loaded
            return loaded
        }.get()
        return try curl.get(url, userAgent: userAgent, trace: trace, limits)
    }
}

/// The functions of a loaded libcurl, which is never unloaded.
@safe private struct Curl: @unchecked Sendable {
    // Proof: the pointers are to functions, which libcurl lets any thread call as long as no two
    // threads use a handle at once (curl.se/libcurl/c/threadsafe.html). A handle lives within one
    // call of `get`.

    private let easyInit: UnsafeMutableRawPointer
    private let setOption: UnsafeMutableRawPointer
    private let perform: UnsafeMutableRawPointer
    private let getInfo: UnsafeMutableRawPointer
    private let cleanup: UnsafeMutableRawPointer
    private let describe: UnsafeMutableRawPointer
    private let appendField: UnsafeMutableRawPointer
    private let freeFields: UnsafeMutableRawPointer

    static func load(_ library: String) -> Result<Curl, ProviderSessionFailure> {
        guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL),
            let globalInit = unsafe dlsym(handle, "curl_global_init"),
            let easyInit = unsafe dlsym(handle, "curl_easy_init"),
            let setOption = unsafe dlsym(handle, "curl_easy_setopt"),
            let perform = unsafe dlsym(handle, "curl_easy_perform"),
            let getInfo = unsafe dlsym(handle, "curl_easy_getinfo"),
            let cleanup = unsafe dlsym(handle, "curl_easy_cleanup"),
            let describe = unsafe dlsym(handle, "curl_easy_strerror"),
            let appendField = unsafe dlsym(handle, "curl_slist_append"),
            let freeFields = unsafe dlsym(handle, "curl_slist_free_all"),
            unsafe ccurl_global_init(globalInit, CCURL_GLOBAL_ALL) == 0
        else { return .failure(.unavailable) }
        return unsafe .success(
            Curl(
                easyInit: easyInit, setOption: setOption, perform: perform, getInfo: getInfo,
                cleanup: cleanup, describe: describe, appendField: appendField,
                freeFields: freeFields))
    }

    /// The body of a response, up to the limit.
    private final class Body {
        var bytes: [UInt8] = []
        var isTooLarge = false
        let limit: Int

        init(limit: Int) {
            self.limit = limit
        }
    }

    func get(
        _ url: String, userAgent: String, trace: String?, _ limits: CurlSession.Limits
    ) throws(ProviderSessionFailure) -> HTTPResponse {
        guard let handle = unsafe ccurl_easy_init(easyInit) else {
            throw .failed("libcurl has no memory")
        }
        defer { unsafe ccurl_easy_cleanup(cleanup, handle) }
        // Must outlive the transfer (curl.se/libcurl/c/CURLOPT_HTTPHEADER.html).
        let fields = unsafe trace.flatMap {
            unsafe ccurl_slist_append(appendField, nil, "traceparent: \($0)")
        }
        defer { unsafe ccurl_slist_free_all(freeFields, fields) }
        let body = Body(limit: limits.bodyBytes)
        let isSet = withExtendedLifetime(body) {
            let numbers = [
                (CCURL_OPT_NOSIGNAL, 1),
                // A redirect could lead to any address, including this host's own network.
                (CCURL_OPT_FOLLOWLOCATION, 0),
                (CCURL_OPT_PROTOCOLS, CCURL_PROTOCOLS_HTTP_AND_HTTPS),
                (CCURL_OPT_CONNECTTIMEOUT_MS, limits.connectMilliseconds),
                (CCURL_OPT_TIMEOUT_MS, limits.totalMilliseconds),
            ]
            return unsafe numbers.allSatisfy { option, value in
                unsafe ccurl_set_long(setOption, handle, Int32(option), value) == 0
            }
                && ccurl_set_pointer(setOption, handle, Int32(CCURL_OPT_URL), url) == 0
                && ccurl_set_pointer(
                    setOption, handle, Int32(CCURL_OPT_USERAGENT), userAgent) == 0
                && ccurl_set_pointer(
                    setOption, handle, Int32(CCURL_OPT_HTTPHEADER), fields) == 0
                && ccurl_set_pointer(
                    setOption, handle, Int32(CCURL_OPT_WRITEDATA),
                    Unmanaged.passUnretained(body).toOpaque()) == 0
                && ccurl_set_write(setOption, handle, Self.take) == 0
        }
        guard isSet else { throw .failed("libcurl is not one that is known") }
        let code = withExtendedLifetime(body) { unsafe ccurl_easy_perform(perform, handle) }
        try check(code, body)
        var status = 0
        guard
            unsafe ccurl_get_long(
                getInfo, handle, Int32(CCURL_INFO_RESPONSE_CODE), &status) == 0
        else { throw .failed("libcurl reported no status") }
        return HTTPResponse(status: status, body: body.bytes)
    }

    private func check(_ code: Int32, _ body: Body) throws(ProviderSessionFailure) {
        switch Int(code) {
        case CCURL_OK: return
        case CCURL_OPERATION_TIMEDOUT: throw .timedOut
        case CCURL_WRITE_ERROR where body.isTooLarge: throw .tooLarge
        default:
            throw unsafe .failed(
                ccurl_easy_strerror(describe, code).map { unsafe String(cString: $0) } ?? "\(code)")
        }
    }

    /// Called by libcurl on the thread of `get`; a result other than the count ends the transfer.
    private static let take: ccurl_write = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let body = unsafe Unmanaged<Body>.fromOpaque(context).takeUnretainedValue()
        let length = size * count
        guard body.bytes.count + length <= body.limit else {
            body.isTooLarge = true
            return 0
        }
        for index in 0..<length { unsafe body.bytes.append(UInt8(bitPattern: bytes[index])) }
        return length
    }
}
