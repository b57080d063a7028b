public import Foundation

#if canImport(FoundationNetworking)
// On Linux the URL loading system is a separate module.
public import FoundationNetworking
#endif

/// Sends the client's requests: `URLSession` in an app, a double in tests.
public protocol HTTPSession: Sendable {
    /// Sends the request and returns the complete response, whatever its status.
    func data(for request: URLRequest) async throws -> (Data, URLResponse)

    /// Sends the request and returns the content in parts, as they arrive.
    ///
    /// With a session without streams, the store polls every 30 seconds instead.
    func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse)
}

extension HTTPSession {
    /// Throws: the session cannot deliver a response in parts.
    public func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        throw StreamsAreUnsupported()
    }
}

/// The session has no `stream` of its own.
struct StreamsAreUnsupported: Error {}

extension URLSession: HTTPSession {
    #if canImport(FoundationNetworking)
    /// Sends the request and returns the complete response, whatever its status.
    ///
    /// A redirect is not followed: it is the response.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        // With a delegate as an argument, URLSession follows redirects on Linux without asking it.
        let task = Locked<URLSessionTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let new = dataTask(with: request) { data, response, error in
                    guard let data, let response else {
                        return continuation.resume(
                            throwing: error ?? URLError(.badServerResponse))
                    }
                    continuation.resume(returning: (data, response))
                }
                new.delegate = RedirectRefusal.shared
                task.withLock { $0 = new }
                new.resume()
                // The task may have been cancelled before there was a request to cancel.
                if Task.isCancelled { new.cancel() }
            }
        } onCancel: {
            task.withLock { $0 }?.cancel()
        }
    }
    #endif

    /// Sends the request and returns the content in parts, as they arrive.
    ///
    /// The request goes through a session of its own with the same configuration: only a session's
    /// delegate receives parts on every system. A redirect is not followed: it is the response.
    public func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        let (parts, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let delegate = StreamDelegate(parts: continuation)
        let configuration = configuration
        #if canImport(FoundationNetworking)
        // So the request waits for the connection that `connect` has opened.
        configuration.httpMaximumConnectionsPerHost = 1
        #endif
        let session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: nil)
        #if canImport(FoundationNetworking)
        await session.connect(for: request)
        #endif
        let task = session.dataTask(with: request)
        // The session holds its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
        continuation.onTermination = { _ in task.cancel() }
        let response = try await withTaskCancellationHandler {
            try await delegate.response { task.resume() }
        } onCancel: {
            task.cancel()
        }
        return (parts, response)
    }
}

#if canImport(FoundationNetworking)
extension URLSession {
    /// Opens a connection that the request then finds open, if the server keeps connections.
    ///
    /// On a connection that a request opens itself, URLSession goes on watching for the possibility
    /// to send while it waits for the response. That needs most of a processor.
    fileprivate func connect(for request: URLRequest) async {
        var first = request
        first.httpMethod = "OPTIONS"
        first.httpBody = nil
        // The request itself reports each failure.
        _ = try? await data(for: first)
    }
}
#endif

extension HTTPSession {
    /// The response to the request; a redirect is one, and `URLSession` does not follow it.
    ///
    /// Another host would receive the token, and its response would pass for the server's.
    func unredirectedData(for request: URLRequest) async throws -> (Data, URLResponse) {
        #if !canImport(FoundationNetworking)
        // Foundation's own `data(for:)` satisfies the protocol there, and follows redirects.
        if let session = self as? URLSession {
            return try await session.data(for: request, delegate: RedirectRefusal.shared)
        }
        #endif
        return try await data(for: request)
    }
}

/// Makes a redirect the response of a request.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    /// The delegate of requests whose response arrives as a whole.
    static let shared = RedirectRefusal()

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// Hands the parts of one response on; a redirect is a response.
private final class StreamDelegate: NSObject, URLSessionDataDelegate {
    private typealias Head = CheckedContinuation<URLResponse, any Error>

    private let parts: AsyncThrowingStream<Data, any Error>.Continuation
    private let head = Locked<Head?>(nil)

    init(parts: AsyncThrowingStream<Data, any Error>.Continuation) {
        self.parts = parts
    }

    /// The head of the response, once `start` has sent the request.
    func response(_ start: () -> Void) async throws -> URLResponse {
        try await withCheckedThrowingContinuation { continuation in
            head.withLock { $0 = continuation }
            start()
        }
    }

    private func takeHead() -> Head? {
        head.withLock { head in
            defer { head = nil }
            return head
        }
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
        takeHead()?.resume(returning: response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        parts.yield(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        takeHead()?.resume(throwing: error ?? URLError(.badServerResponse))
        parts.finish(throwing: error)
    }
}
