import CCurl
import Glibc
import HTTP

/// Sends requests by libcurl, several at once on one thread, on connections that are kept.
///
/// A socket is opened only to an address of the public network, or for a service that may have a
/// private one. It is judged where it is opened, so neither a name that leads inside nor one that
/// changes between two lookups helps. A kept connection has been judged.
@safe package final class CurlTransport: PushTransport {
    package struct Limits: Sendable {
        package var milliseconds = 10_000
        package var answerBytes = 65_536
        package var connections = 32

        package init() {}
    }

    /// libcurl is not installed.
    package struct Unavailable: Error {}

    package let waker: @Sendable () -> Void
    private let curl: CurlFunctions
    private let multi: Multi
    private let limits: Limits
    private let userAgent: String
    /// A file of certificates that are trusted for services that may have a private address.
    private let certificates: String?
    private var transfers: [Int: Transfer] = [:]

    package init(
        userAgent: String, certificates: String? = nil, limits: Limits = Limits(),
        library: String = "libcurl.so.4"
    ) throws(Unavailable) {
        guard let curl = CurlFunctions(library), let multi = Multi(curl, limits) else {
            throw Unavailable()
        }
        self.curl = curl
        self.multi = multi
        self.limits = limits
        self.userAgent = userAgent
        self.certificates = certificates
        waker = { multi.wake() }
    }

    deinit {
        for transfer in transfers.values { end(transfer) }
    }

    package func start(_ request: PushRequest, number: Int) {
        precondition(transfers[number] == nil, "a number of a request that is not answered")
        guard let handle = unsafe ccurl_easy_init(curl.easyInit) else {
            failed.append((number, .failure(.connection)))
            return
        }
        let transfer = unsafe Transfer(number, handle, request, answerBytes: limits.answerBytes)
        guard set(transfer, request),
            unsafe ccurl_multi_handle(
                curl.multiAdd, multi.handle, handle) == 0
        else {
            unsafe ccurl_slist_free_all(curl.freeFields, transfer.fields)
            unsafe ccurl_easy_cleanup(curl.cleanup, handle)
            failed.append((number, .failure(.connection)))
            return
        }
        transfers[number] = transfer
    }

    /// Requests that could not be started.
    private var failed: [(number: Int, answer: PushAnswer)] = []

    package func wait(milliseconds: Int) -> [(number: Int, answer: PushAnswer)] {
        var answers = failed
        failed = []
        var count: Int32 = 0
        _ = unsafe ccurl_multi_perform(curl.multiPerform, multi.handle, &count)
        answers += takeAnswers()
        guard answers.isEmpty else { return answers }
        _ = unsafe ccurl_multi_poll(
            curl.multiPoll, multi.handle, Int32(clamping: max(milliseconds, 0)))
        _ = unsafe ccurl_multi_perform(curl.multiPerform, multi.handle, &count)
        return takeAnswers()
    }

    private func takeAnswers() -> [(number: Int, answer: PushAnswer)] {
        var answers: [(number: Int, answer: PushAnswer)] = []
        var code: Int32 = 0
        while let handle = unsafe ccurl_multi_done(curl.multiInfo, multi.handle, &code) {
            guard let transfer = transfers.values.first(where: { unsafe $0.handle == handle })
            else { continue }
            answers.append((transfer.number, answer(of: transfer, code)))
            transfers[transfer.number] = nil
            end(transfer)
        }
        return answers
    }

    private func end(_ transfer: Transfer) {
        _ = unsafe ccurl_multi_handle(curl.multiRemove, multi.handle, transfer.handle)
        unsafe ccurl_easy_cleanup(curl.cleanup, transfer.handle)
        unsafe ccurl_slist_free_all(curl.freeFields, transfer.fields)
    }

    private func answer(of transfer: Transfer, _ code: Int32) -> PushAnswer {
        switch Int(code) {
        // The status of an answer that is too long counts.
        case CCURL_OK, CCURL_WRITE_ERROR:
            var status = 0
            guard
                unsafe ccurl_get_long(
                    curl.getInfo, transfer.handle, Int32(CCURL_INFO_RESPONSE_CODE), &status) == 0,
                (100...999).contains(status)
            else { return .failure(.connection) }
            return .status(status, retryAfter: transfer.retryAfter)
        case CCURL_OPERATION_TIMEDOUT: return .failure(.timeout)
        case CCURL_COULDNT_RESOLVE_HOST: return .failure(.address)
        case CCURL_SSL_CONNECT_ERROR, CCURL_PEER_FAILED_VERIFICATION, CCURL_SSL_CACERT_BADFILE,
            CCURL_SSL_CERTPROBLEM, CCURL_SSL_ISSUER_ERROR:
            return .failure(.tls)
        case CCURL_COULDNT_CONNECT where transfer.isRefused: return .failure(.address)
        default: return .failure(.connection)
        }
    }

    private func set(_ transfer: Transfer, _ request: PushRequest) -> Bool {
        let handle = unsafe transfer.handle
        let pointer = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        for field in request.fields + ["Expect:"] {
            guard let fields = unsafe ccurl_slist_append(curl.appendField, transfer.fields, field)
            else { return false }
            unsafe transfer.fields = fields
        }
        let numbers = [
            (CCURL_OPT_NOSIGNAL, 1),
            // A redirect could lead anywhere.
            (CCURL_OPT_FOLLOWLOCATION, 0),
            (
                CCURL_OPT_PROTOCOLS,
                request.isLocal ? CCURL_PROTOCOLS_HTTP_AND_HTTPS : CCURL_PROTOCOLS_HTTPS
            ),
            (CCURL_OPT_TIMEOUT_MS, limits.milliseconds),
            (CCURL_OPT_POST, 1), (CCURL_OPT_POSTFIELDSIZE, request.body.count),
        ]
        var texts = [
            (CCURL_OPT_URL, request.url), (CCURL_OPT_USERAGENT, userAgent),
            // The proxy of the environment would resolve names by itself.
            (CCURL_OPT_PROXY, ""), (CCURL_OPT_NOPROXY, "*"),
        ]
        if request.isLocal, let certificates { texts.append((CCURL_OPT_CAINFO, certificates)) }
        return unsafe numbers.allSatisfy { option, value in
            unsafe ccurl_set_long(curl.setOption, handle, Int32(option), value) == 0
        }
            && texts.allSatisfy { option, text in
                unsafe ccurl_set_pointer(curl.setOption, handle, Int32(option), text) == 0
            }
            && ccurl_set_pointer(
                curl.setOption, handle, Int32(CCURL_OPT_COPYPOSTFIELDS), request.body) == 0
            && ccurl_set_pointer(
                curl.setOption, handle, Int32(CCURL_OPT_HTTPHEADER), transfer.fields) == 0
            && ccurl_set_pointer(curl.setOption, handle, Int32(CCURL_OPT_WRITEDATA), pointer) == 0
            && ccurl_set_write(curl.setOption, handle, Transfer.take) == 0
            && ccurl_set_pointer(curl.setOption, handle, Int32(CCURL_OPT_HEADERDATA), pointer) == 0
            && ccurl_set_header(curl.setOption, handle, Transfer.takeField) == 0
            && ccurl_set_pointer(
                curl.setOption, handle, Int32(CCURL_OPT_OPENSOCKETDATA), pointer) == 0
            && ccurl_set_open_socket(curl.setOption, handle, Transfer.open) == 0
    }
}

/// A request on its way; libcurl has a pointer to it until it ends.
@safe private final class Transfer {
    let number: Int
    let handle: UnsafeMutableRawPointer
    var fields: UnsafeMutableRawPointer?
    private let isLocal: Bool
    private var answerBytes: Int
    private(set) var retryAfter: String?
    /// Whether an address was refused.
    private(set) var isRefused = false

    init(
        _ number: Int, _ handle: UnsafeMutableRawPointer, _ request: PushRequest, answerBytes: Int
    ) {
        self.number = number
        unsafe self.handle = unsafe handle
        isLocal = request.isLocal
        self.answerBytes = answerBytes
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> Transfer {
        unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Drops a part of the answer; a result other than the count ends the transfer.
    static let take: ccurl_write = { _, size, count, context in
        guard let context = unsafe context else { return 0 }
        let transfer = unsafe Transfer.of(context)
        transfer.answerBytes -= size * count
        return transfer.answerBytes < 0 ? 0 : size * count
    }

    /// Keeps `Retry-After`. Interim answers have fields as well; the last one counts.
    static let takeField: ccurl_write = { bytes, size, count, context in
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let transfer = unsafe Transfer.of(context)
        let name = "retry-after:"
        guard size * count > name.utf8.count, size * count < 200 else { return size * count }
        let line = unsafe String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
        guard line.lowercased().hasPrefix(name) else { return size * count }
        let value = line.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
        transfer.retryAfter = String(value.prefix { !$0.isNewline })
        return size * count
    }

    /// Opens a socket to a permitted address.
    static let open: ccurl_open_socket = { context, _, target in
        guard let context = unsafe context, let target = unsafe target else { return -1 }
        let transfer = unsafe Transfer.of(context)
        var (high, low): (UInt64, UInt64) = (0, 0)
        let isIP = unsafe ccurl_address(target, &high, &low)
        guard transfer.isLocal || isIP && IPAddress(high: high, low: low).isPublic else {
            transfer.isRefused = true
            return -1
        }
        return unsafe socket(
            target.pointee.family, target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            target.pointee.protocol)
    }
}

/// The handle of several transfers, which any thread may wake.
@safe private final class Multi: @unchecked Sendable {
    // Proof: curl_multi_wakeup may be called by any thread while the handle exists
    // (curl.se/libcurl/c/curl_multi_wakeup.html), and who calls it has this object. All else is
    // called on one thread.

    let handle: UnsafeMutableRawPointer
    private let curl: CurlFunctions

    init?(_ curl: CurlFunctions, _ limits: CurlTransport.Limits) {
        guard let handle = unsafe ccurl_easy_init(curl.multiInit) else { return nil }
        unsafe self.handle = unsafe handle
        self.curl = curl
        _ = unsafe ccurl_set_long(
            curl.multiSetOption, handle, Int32(CCURL_MULTI_OPT_MAXCONNECTS), limits.connections)
    }

    deinit { unsafe ccurl_easy_cleanup(curl.multiCleanup, handle) }

    func wake() { unsafe ccurl_easy_cleanup(curl.multiWake, handle) }
}

/// The functions of a loaded libcurl, which is never unloaded.
@safe private struct CurlFunctions: @unchecked Sendable {
    // Proof: the pointers are to functions, which libcurl lets any thread call as long as no two
    // threads use a handle at once (curl.se/libcurl/c/threadsafe.html).

    let easyInit: UnsafeMutableRawPointer
    let setOption: UnsafeMutableRawPointer
    let getInfo: UnsafeMutableRawPointer
    let cleanup: UnsafeMutableRawPointer
    let appendField: UnsafeMutableRawPointer
    let freeFields: UnsafeMutableRawPointer
    let multiInit: UnsafeMutableRawPointer
    let multiSetOption: UnsafeMutableRawPointer
    let multiAdd: UnsafeMutableRawPointer
    let multiRemove: UnsafeMutableRawPointer
    let multiPerform: UnsafeMutableRawPointer
    let multiPoll: UnsafeMutableRawPointer
    let multiWake: UnsafeMutableRawPointer
    let multiInfo: UnsafeMutableRawPointer
    let multiCleanup: UnsafeMutableRawPointer

    init?(_ name: String) {
        guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL),
            let globalInit = unsafe dlsym(library, "curl_global_init"),
            let easyInit = unsafe dlsym(library, "curl_easy_init"),
            let setOption = unsafe dlsym(library, "curl_easy_setopt"),
            let getInfo = unsafe dlsym(library, "curl_easy_getinfo"),
            let cleanup = unsafe dlsym(library, "curl_easy_cleanup"),
            let appendField = unsafe dlsym(library, "curl_slist_append"),
            let freeFields = unsafe dlsym(library, "curl_slist_free_all"),
            let multiInit = unsafe dlsym(library, "curl_multi_init"),
            let multiSetOption = unsafe dlsym(library, "curl_multi_setopt"),
            let multiAdd = unsafe dlsym(library, "curl_multi_add_handle"),
            let multiRemove = unsafe dlsym(library, "curl_multi_remove_handle"),
            let multiPerform = unsafe dlsym(library, "curl_multi_perform"),
            let multiPoll = unsafe dlsym(library, "curl_multi_poll"),
            // Version 7.68 or newer.
            let multiWake = unsafe dlsym(library, "curl_multi_wakeup"),
            let multiInfo = unsafe dlsym(library, "curl_multi_info_read"),
            let multiCleanup = unsafe dlsym(library, "curl_multi_cleanup"),
            unsafe ccurl_global_init(globalInit, CCURL_GLOBAL_ALL) == 0
        else { return nil }
        unsafe self.easyInit = unsafe easyInit
        unsafe self.setOption = unsafe setOption
        unsafe self.getInfo = unsafe getInfo
        unsafe self.cleanup = unsafe cleanup
        unsafe self.appendField = unsafe appendField
        unsafe self.freeFields = unsafe freeFields
        unsafe self.multiInit = unsafe multiInit
        unsafe self.multiSetOption = unsafe multiSetOption
        unsafe self.multiAdd = unsafe multiAdd
        unsafe self.multiRemove = unsafe multiRemove
        unsafe self.multiPerform = unsafe multiPerform
        unsafe self.multiPoll = unsafe multiPoll
        unsafe self.multiWake = unsafe multiWake
        unsafe self.multiInfo = unsafe multiInfo
        unsafe self.multiCleanup = unsafe multiCleanup
    }
}
