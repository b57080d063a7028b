public import Foundation
import ToDoClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A stream of changes that is open.
struct EventStream: Sendable {
    let continuation: AsyncThrowingStream<Data, any Error>.Continuation
    let owner: String
    /// The revision up to which changes were sent.
    var sentRevision: Int
}

extension InMemoryServer {
    /// Opens a stream of changes.
    public func stream(
        for request: URLRequest
    ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
        let (parts, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
        let id = UUID()
        let response = try state.withLock { state in
            state.requests.append(request)
            guard state.isReachable else { throw URLError(.cannotConnectToHost) }
            let (response, owner, since) = try state.world.openStream(request)
            if response.status == 200 {
                state.streams[id] = EventStream(
                    continuation: continuation, owner: owner, sentRevision: since)
            }
            return response
        }
        let isOpen = response.status == 200
        if isOpen {
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.streams[id] = nil }
            }
            // The head is sent with a comment.
            continuation.yield(Data(":\n\n".utf8))
        } else {
            continuation.yield(response.content)
            continuation.finish()
        }
        feedStreams()
        return (parts, try Self.message(response, request).1)
    }

    /// Sends the new changes to each stream.
    func feedStreams() {
        let parts = state.withLock { state -> [(EventStream, Data)] in
            var parts: [(EventStream, Data)] = []
            for (id, stream) in state.streams {
                let owner = state.world.owner(stream.owner)
                guard owner.revision > stream.sentRevision else { continue }
                var text = ""
                for change in owner.changes(after: stream.sentRevision) {
                    let data = (try? JSONEncoder().encode(change)) ?? Data()
                    text += "id: \(owner.epoch).\(change.revision)\nevent: change\n"
                    text += "data: \(String(decoding: data, as: UTF8.self))\n\n"
                }
                state.streams[id]?.sentRevision = owner.revision
                parts.append((stream, Data(text.utf8)))
            }
            return parts
        }
        for (stream, part) in parts { stream.continuation.yield(part) }
    }

    /// Sends a reset to each stream: its token has expired.
    func resetStreams() {
        let streams = state.withLock { state -> [(EventStream, Owner)] in
            for (id, stream) in state.streams {
                state.streams[id]?.sentRevision = state.world.owner(stream.owner).revision
            }
            return state.streams.values.map { ($0, state.world.owner($0.owner)) }
        }
        for (stream, owner) in streams {
            stream.continuation.yield(
                Data("id: \(owner.token)\nevent: reset\ndata: {}\n\n".utf8))
        }
    }
}
