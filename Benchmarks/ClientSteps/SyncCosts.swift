import Foundation
import FoundationNetworking
import Synchronization
import ToDoClient

/// The cost of a sync with a server on loopback.
struct SyncCosts {
    /// Counts the writes of a client.
    private final class Counter: HTTPSession {
        let session = URLSession(configuration: .ephemeral)
        private let writes = Mutex(0)

        var count: Int { writes.withLock { $0 } }

        func data(for request: URLRequest) async throws -> (Data, URLResponse) {
            if request.httpMethod == "POST" { writes.withLock { $0 += 1 } }
            return try await session.data(for: request)
        }

        func stream(
            for request: URLRequest
        ) async throws -> (AsyncThrowingStream<Data, any Error>, URLResponse) {
            try await session.stream(for: request)
        }
    }

    private let report: Report
    private let url: URL
    private let count = 10_000

    init(_ report: Report, _ url: URL) {
        self.report = report
        self.url = url
    }

    func measure() async throws {
        let session = Counter()
        let client = APIClient(baseURL: url, session: session)
        let first = ToDoItemStore(.inMemory(), client: client)
        for item in LocalCosts.items(count) { try first.add(item) }
        let sending = try await seconds { try await first.sync() }
        report.add("\(count) edits: writes", Double(session.count), "", atMost: 21)
        report.add("\(count) edits", sending, "s", atMost: 1.5)

        let second = ToDoItemStore(.inMemory(), client: client)
        let pulling = try await seconds { try await second.sync() }
        precondition(second.snapshot.count == count)
        report.add("first pull of \(count)", pulling, "s", atMost: 0.5)

        first.start()
        second.start()
        var times: [Double] = []
        for number in 0..<20 {
            let item = ToDoItem(title: "\(number)")
            times.append(
                try await seconds {
                    try first.add(item)
                    for await snapshot in second.snapshots where snapshot[item.id] != nil { break }
                })
        }
        // The first one opens the streams.
        times.sort()
        report.add("device to device, median", times[times.count / 2] * 1_000, "ms", atMost: 50)
        await first.stop()
        await second.stop()
    }

    private func seconds(_ body: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await body()
        return (clock.now - start) / .seconds(1)
    }
}
