@testable import HTTPServer
import Testing

@Suite struct `A connection's wait` {
    @Test(arguments: [
        (ConnectionState.Phase.head, Connection.Wait.request, Interest.read), (.body, .body, .read),
        (.answering, .answer, Interest()), (.streaming, .answer, Interest()),
        (.lingering, .linger, .read),
    ])
    func `follows from its phase`(
        phase: ConnectionState.Phase, wait: Connection.Wait, interest: Interest
    ) {
        let connection = Connection.fixture(phase)
        connection.interest = phase == .head ? [.read, .write] : []

        #expect(connection.pendingWait == wait)
        #expect(connection.pendingInterest == interest)
    }

    @Test func `is for the rest of a head that has begun`() {
        let connection = Connection.fixture()
        connection.input = [65]

        #expect(connection.pendingWait == .head)
    }

    @Test func `is for the reader first`() {
        let connection = Connection.fixture(.lingering)
        connection.output = [65]

        #expect(connection.pendingWait == .reader)
        #expect(connection.pendingInterest == .write)
    }

    @Test func `is for the answer while it is queued`() {
        let connection = Connection.fixture()
        connection.isQueued = true

        #expect(connection.pendingWait == .answer)
        #expect(connection.pendingInterest == [])
    }

    @Test(arguments: [(false, Interest.end), (true, Interest())])
    func `is for a commit in a live stream`(hasFinishedSending: Bool, interest: Interest) {
        let connection = Connection.fixture(.streaming)
        (connection.isLive, connection.isWaiting) = (true, true)
        connection.hasFinishedSending = hasFinishedSending

        #expect(connection.pendingWait == .commit)
        #expect(connection.pendingInterest == interest)
    }

    @Test func `is for the answer in a list with pending rows`() {
        let connection = Connection.fixture(.streaming)
        connection.isWaiting = true

        #expect(connection.pendingWait == .answer)
    }

    @Test(arguments: [(false, Connection.Wait.reader), (true, .answer)])
    func `is for the reader in a stream with an end`(isLive: Bool, wait: Connection.Wait) {
        let connection = Connection.fixture(.streaming)
        var streams = Streams()
        _ = streams.begin(FixtureStream(isLive: isLive), on: connection)

        #expect(connection.pendingWait == wait)
    }
}
