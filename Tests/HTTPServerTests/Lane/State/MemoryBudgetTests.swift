import HTTP
@testable import HTTPServer
import Testing

@Suite struct `A memory budget` {
    private let connections = ConnectionTable()
    private var budget = MemoryBudget(requests: 100, responses: 100)

    @Test mutating func `evicts nothing at its limits`() {
        let holder = add(requestBytes: 100, responseBytes: 100)

        #expect(budget.isWithinLimits)
        #expect(next() == nil)
        #expect(holder.requestBytes == 100)
    }

    @Test mutating func `is empty when all bytes are removed`() {
        let holder = add(requestBytes: 101, responseBytes: 7)
        let isWithin = budget.isWithinLimits

        budget.setRequestBytes(20, of: holder)
        let left = budget.requestBytes
        budget.setRequestBytes(0, of: holder)
        budget.removeResponse(7)

        #expect(!isWithin)
        #expect(left == 20)
        #expect(budget.requestBytes == 0 && budget.responseBytes == 0)
        #expect(budget.isWithinLimits)
    }

    @Test(arguments: [
        (Stage.body, Connection.Wait.body, Way.abandonBody),
        (.head, .head, .abandonHead), (.head, .slowReader, .dropRequests),
        (.streaming, .answer, .dropRequests), (.lingering, .linger, .dropRequests),
    ])
    mutating func `evicts the largest request, by its state`(
        stage: Stage, wait: Connection.Wait, way: Way
    ) {
        add(requestBytes: 50)
        let largest = add(stage, requestBytes: 51)
        largest.wait = wait
        add(requestBytes: 50)

        #expect(next() == Evicted(way, largest))
    }

    @Test(arguments: [Stage.admitting, .answering])
    mutating func `does not evict requests that have been handed over`(stage: Stage) {
        add(stage, requestBytes: 500)
        let alone = next()
        let other = add(.body, requestBytes: 1)

        #expect(alone == nil)
        #expect(next() == Evicted(.abandonBody, other))
    }

    @Test mutating func `evicts the largest response, requests first`() {
        add(responseBytes: 60)
        let largest = add(responseBytes: 70)
        let request = add(.body, requestBytes: 101)

        let first = next()
        budget.setRequestBytes(0, of: request)

        #expect(first == Evicted(.abandonBody, request))
        #expect(next() == Evicted(.cutResponse, largest))
    }

    @Test(arguments: [
        (Method.get, 101, 0, true), (.head, 101, 0, true), (.post, 101, 999, false),
        (.post, 101, 1_000, true), (.patch, 200, 0, false), (.patch, 201, 0, true),
    ])
    mutating func `keeps a response to a write that is being read up to twice the limit`(
        method: Method, bytes: Int, pause: Int, isCut: Bool
    ) {
        let holder = add(responseBytes: bytes)
        holder.record.method = method
        holder.waitingSince = 5_000

        #expect(next(at: 5_000 + pause) == (isCut ? Evicted(.cutResponse, holder) : nil))
    }

    @Test mutating func `evicts a smaller response before one to a write`() {
        let write = add(responseBytes: 90)
        write.record.method = .put
        let read = add(responseBytes: 20)

        #expect(next() == Evicted(.cutResponse, read))
    }

    enum Way { case abandonBody, abandonHead, dropRequests, cutResponse }

    private struct Evicted: Equatable {
        let way: Way
        let connection: ObjectIdentifier

        init(_ way: Way, _ connection: Connection) {
            self.way = way
            self.connection = ObjectIdentifier(connection)
        }
    }

    private func next(at now: Int = 0) -> Evicted? {
        switch budget.nextEviction(in: connections, at: now) {
        case .abandonBody(let connection)?: Evicted(.abandonBody, connection)
        case .abandonHead(let connection)?: Evicted(.abandonHead, connection)
        case .dropRequests(let connection)?: Evicted(.dropRequests, connection)
        case .cutResponse(let connection)?: Evicted(.cutResponse, connection)
        case nil: nil
        }
    }

    @discardableResult
    private mutating func add(
        _ stage: Stage = .head, requestBytes: Int = 0, responseBytes: Int = 0
    ) -> Connection {
        let connection = Connection.fixture(stage)
        connections.insert(connection)
        budget.setRequestBytes(requestBytes, of: connection)
        connection.output = [UInt8](repeating: 0, count: responseBytes)
        budget.addResponse(responseBytes)
        return connection
    }
}

extension MemoryBudget {
    fileprivate init(requests: Int, responses: Int) {
        var limits = Limits()
        limits.bufferedRequestBytes = requests
        limits.bufferedResponseBytes = responses
        self.init(limits)
    }
}
