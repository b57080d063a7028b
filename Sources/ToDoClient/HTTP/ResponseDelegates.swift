import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects one response up to a limit of bytes; a redirect is a response.
final class WholeResponseDelegate: NSObject, URLSessionDataDelegate {
    /// The response with its content, when it is complete.
    let response = Arrival<(Data, URLResponse)>()
    private let limit: Int
    /// Nil after too many bytes, or when no call waits.
    private let content = Locked<Data?>(Data())

    init(limit: Int) {
        self.limit = limit
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    // On Linux the default calls the delegate of the session, which would call this one.
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
    }

    /// Ends the wait for the response, for a reason.
    func giveUp(_ reason: any Error) {
        response.set(.failure(reason))
        content.withLock { $0 = nil }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = content.withLock { content in
            guard let count = content?.count else { return false }
            guard count + data.count <= limit else {
                content = nil
                return true
            }
            content?.append(data)
            return false
        }
        guard isTooLarge else { return }
        response.set(.failure(ResponseIsTooLarge(limit: limit)))
        dataTask.cancelFromAnywhere()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        guard error == nil, let head = task.response,
            let content = content.withLock({ $0 })
        else {
            return response.set(.failure(error ?? URLError(.badServerResponse)))
        }
        response.set(.success((content, head)))
    }
}

/// Passes on the parts of one response; a redirect is a response.
final class PartsDelegate: NSObject, URLSessionDataDelegate {
    typealias Parts = AsyncThrowingStream<Data, any Error>

    /// The number of parts that wait to be read. On Linux a part has at most 16 KiB.
    private static let capacity = 1_024

    /// The response without its content, once its head has arrived.
    let head = Arrival<URLResponse>()
    private let parts: Parts.Continuation

    private init(_ parts: Parts.Continuation) {
        self.parts = parts
    }

    /// A delegate and its parts. The task is cancelled when they are no longer read.
    static func make(ending task: URLSessionTask) -> (PartsDelegate, Parts) {
        let (parts, continuation) = Parts.makeStream(bufferingPolicy: .bufferingOldest(capacity))
        continuation.onTermination = { _ in task.cancelFromAnywhere() }
        return (PartsDelegate(continuation), parts)
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
        head.set(.success(response))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard case .dropped = parts.yield(data) else { return }
        parts.finish(throwing: ResponseIsTooLarge(limit: Self.capacity << 14))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        head.set(.failure(error ?? URLError(.badServerResponse)))
        parts.finish(throwing: error)
    }
}

extension URLSessionTask {
    /// Cancels the task, also in a call of its delegate or of a cancellation handler.
    ///
    /// On Linux the delegate is called on the queue that `cancel` waits for. A handler runs below a
    /// lock of the cancelled task, which the delegate waits for when it resumes that task.
    func cancelFromAnywhere() {
        DispatchQueue.global().async { self.cancel() }
    }
}

/// A value that comes once, before or after it is awaited.
final class Arrival<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Value, any Error>)
        case come(Result<Value, any Error>)
        case over
    }

    private let state = Locked(State.pending)

    /// The value; only one caller gets it.
    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    guard case .come(let result) = state else {
                        state = .awaited(continuation)
                        return nil
                    }
                    state = .over
                    return result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    /// Delivers the value, unless there was one already.
    func set(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .pending:
                state = .come(result)
                return nil
            case .awaited(let continuation):
                state = .over
                return continuation
            case .come, .over: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
