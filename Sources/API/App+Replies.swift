import Accounts
import HTTP
import Items

/// Makes the response from the rows of a read, once: immediately, or on the same lane when the rows
/// have arrived.
///
/// It holds everything that it needs of the request, which may be gone by then.
protocol Reply<Reads> {
    associatedtype Reads

    func write(
        _ reads: Reads, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult
}

/// A reply of an endpoint that need not be fast.
struct ReplyClosure<Reads>: Reply {
    let body: (Reads, inout ResponseWriter) throws(Problem) -> HandlerResult

    func write(
        _ reads: Reads, _ app: App, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try body(reads, &response)
    }
}

/// Reads, and the replies that answer requests with them.
extension App {
    func perform(
        _ read: ItemRead, _ handle: RequestHandle, _ response: inout ResponseWriter,
        _ reply: some Reply<any ItemRows>
    ) -> HandlerResult {
        items.perform(read) {
            write(reply, $0, &response)
        } later: {
            later(handle, reply)
        }
            ?? .deferred
    }

    func perform(
        _ read: ItemRead, _ handle: RequestHandle, _ response: inout ResponseWriter,
        _ reply: @escaping (any ItemRows, inout ResponseWriter) throws(Problem) -> HandlerResult
    ) -> HandlerResult {
        perform(read, handle, &response, ReplyClosure(body: reply))
    }

    func perform(
        _ read: AccountRead, of repository: any AccountRepository, _ handle: RequestHandle,
        _ response: inout ResponseWriter,
        _ reply: @escaping (any AccountRows, inout ResponseWriter) throws(Problem) -> HandlerResult
    ) -> HandlerResult {
        let reply = ReplyClosure(body: reply)
        return repository.perform(read) {
            write(reply, $0, &response)
        } later: {
            later(handle, reply)
        } ?? .deferred
    }

    /// Answers a request from the lookup of an address.
    func perform(
        _ address: Address, of cache: any GeocodeCache, _ handle: RequestHandle,
        _ response: inout ResponseWriter,
        _ reply: @escaping (any GeocodeRows, inout ResponseWriter) throws(Problem) -> HandlerResult
    ) -> HandlerResult {
        let reply = ReplyClosure(body: reply)
        return cache.perform(address) {
            write(reply, $0, &response)
        } later: {
            later(handle, reply)
        } ?? .deferred
    }

    private func write<Reads>(
        _ reply: some Reply<Reads>, _ reads: Reads, _ response: inout ResponseWriter
    ) -> HandlerResult {
        do throws(Problem) {
            return try reply.write(reads, self, &response)
        } catch {
            return refuse(error, &response)
        }
    }

    private func later<Reads>(
        _ handle: RequestHandle, _ reply: some Reply<Reads>
    ) -> (Reads) -> Void {
        { [self] reads in
            waiting?.reply(to: handle) { response in write(reply, reads, &response) }
        }
    }

    /// Maps a storage failure of `work` to a problem.
    func stored<Value>(
        _ work: () throws(StorageFailure) -> Value
    ) throws(Problem) -> Value {
        do throws(StorageFailure) {
            return try work()
        } catch {
            throw .storage(error)
        }
    }
}
