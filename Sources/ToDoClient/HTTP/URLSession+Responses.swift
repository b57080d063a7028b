public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession: HTTPSession {
    #if canImport(FoundationNetworking)
    /// Sends the request and returns the complete response, whatever its status.
    ///
    /// A redirect is not followed: it is the response. A response of more than 512 MiB is an error.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        try await boundedData(for: request, limit: ResponseLimit.list)
    }
    #endif

    /// The response, unless it has more bytes than the limit, or takes longer in all: then the
    /// request ends at once.
    package func boundedData(
        for request: URLRequest, limit: Int, time: Duration = ResponseLimit.time
    ) async throws -> (Data, URLResponse) {
        #if canImport(FoundationNetworking)
        return try await SessionsWithTaskDelegates.session(like: self)
            .collect(request, limit: limit, time: time)
        #else
        return try await collect(request, limit: limit, time: time)
        #endif
    }

    private func collect(
        _ request: URLRequest, limit: Int, time: Duration
    ) async throws -> (Data, URLResponse) {
        try Task.checkCancellation()
        let task = dataTask(with: request)
        let delegate = WholeResponseDelegate(limit: limit)
        task.delegate = delegate
        let timer = Task {
            try await Task.sleep(for: time)
            delegate.giveUp(URLError(.timedOut))
            task.cancelFromAnywhere()
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            task.resume()
            return try await delegate.response.value
        } onCancel: {
            delegate.giveUp(CancellationError())
            task.cancelFromAnywhere()
        }
    }

    /// Sends the request and returns the content in parts, as they arrive.
    ///
    /// The request uses a separate session with the same configuration, because a stream occupies
    /// its connection. A redirect is not followed: it is the response. Parts that are not read are
    /// kept up to a limit, above which the stream ends with an error.
    public func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        try Task.checkCancellation()
        #if canImport(FoundationNetworking)
        let configuration = configurationWithoutCache
        // This makes the request wait for the connection that the other request has opened.
        configuration.httpMaximumConnectionsPerHost = 1
        let session = URLSession(
            configuration: configuration, delegate: TaskDelegates(), delegateQueue: CallerQueue())
        await session.connect(for: request)
        #else
        let session = URLSession(configuration: configuration)
        #endif
        let task = session.dataTask(with: request)
        let (delegate, parts) = PartsDelegate.make(ending: task)
        task.delegate = delegate
        // The session holds its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
        let response = try await withTaskCancellationHandler {
            task.resume()
            return try await delegate.head.value
        } onCancel: {
            task.cancelFromAnywhere()
        }
        return (parts, response)
    }

    #if canImport(FoundationNetworking)
    /// The configuration for a session that this library makes.
    ///
    /// With a cache, a request first waits for a low-priority queue, and `cancel` before that queue
    /// has answered can end the process: FoundationNetworking then looks for a task that it has
    /// removed. The library keeps a copy of its own.
    fileprivate var configurationWithoutCache: URLSessionConfiguration {
        let configuration = configuration
        configuration.urlCache = nil
        return configuration
    }

    /// Opens a connection, which the request then uses if the server keeps connections open.
    ///
    /// On a connection that a request opens itself, URLSession keeps checking whether it can send
    /// while it waits for the response. That uses most of a processor.
    private func connect(for request: URLRequest) async {
        var first = request
        first.httpMethod = "OPTIONS"
        first.httpBody = nil
        // Its response is not a stream.
        first.setValue(nil, forHTTPHeaderField: "Accept")
        // The request itself reports each failure.
        _ = try? await collect(
            first, limit: ResponseLimit.options, time: ResponseLimit.time)
    }
    #endif
}

#if canImport(FoundationNetworking)
/// Sessions whose tasks have their own delegates, one for each other session.
///
/// On Linux only the delegate of a session receives the parts of a response, and a session cannot
/// get a delegate later. The sessions stay, so that requests reuse the connections of earlier ones.
private enum SessionsWithTaskDelegates {
    private struct Entry {
        weak var original: URLSession?
        let session: URLSession
    }

    private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

    /// The session with the same configuration as another one.
    static func session(like original: URLSession) -> URLSession {
        let (session, unused) = entries.withLock { entries -> (URLSession, [URLSession]) in
            let id = ObjectIdentifier(original)
            if let entry = entries[id], entry.original === original { return (entry.session, []) }
            let unused = entries.filter { $0.value.original == nil }
            for id in unused.keys { entries[id] = nil }
            let session = URLSession(
                configuration: original.configurationWithoutCache, delegate: TaskDelegates(),
                delegateQueue: CallerQueue())
            entries[id] = Entry(original: original, session: session)
            return (session, unused.values.map(\.session))
        }
        for session in unused { session.finishTasksAndInvalidate() }
        return session
    }
}

/// Calls the delegate on the thread that receives, so that no part arrives before the last one is
/// handled.
///
/// Otherwise parts would collect without a limit for a delegate that is slower than the server.
private final class CallerQueue: OperationQueue, @unchecked Sendable {
    // Only the state of OperationQueue, which is Sendable.

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }

    override func addOperation(_ operation: Operation) { operation.start() }
}

/// Passes the calls about a task to the task's own delegate, as Apple's systems do by themselves.
private final class TaskDelegates: NSObject, URLSessionDataDelegate {
    private func delegate(of task: URLSessionTask) -> (any URLSessionDataDelegate)? {
        task.delegate as? any URLSessionDataDelegate
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let delegate = delegate(of: dataTask) else { return completionHandler(.allow) }
        delegate.urlSession(
            session, dataTask: dataTask, didReceive: response,
            completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        delegate(of: dataTask)?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        delegate(of: task)?.urlSession(session, task: task, didCompleteWithError: error)
    }
}
#endif
