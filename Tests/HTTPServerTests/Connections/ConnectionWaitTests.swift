@testable import HTTPServer
import Testing

@Suite struct `A connection's wait` {
    @Test(arguments: [
        (Stage.head, Connection.Wait.request, Interest.read), (.body, .body, .read),
        (.admitting, .answer, Interest()), (.answering, .answer, Interest()),
        (.streaming, .slowReader, Interest()),
        (.lingering, .linger, .read),
    ])
    func `follows from its state`(
        stage: Stage, wait: Connection.Wait, interest: Interest
    ) {
        let connection = Connection.fixture(stage)
        connection.interest = stage == .head ? [.read, .write] : []

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

        #expect(connection.pendingWait == .slowReader)
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
        let connection = Connection.fixture(isLive: true)
        connection.streamed?.isWaiting = true
        connection.streamed?.hasFinishedSending = hasFinishedSending

        #expect(connection.pendingWait == .quietStream)
        #expect(connection.pendingInterest == interest)
    }

    @Test(arguments: [(false, true), (false, false), (true, false)])
    func `is for the answer in a stream that waits for more or for its head`(
        isLive: Bool, hasHead: Bool
    ) {
        let connection = Connection.fixture(isLive: isLive, hasHead: hasHead)
        connection.streamed?.isWaiting = true

        #expect(connection.pendingWait == .answer)
    }

    @Test(arguments: [
        (false, true, Connection.Wait.slowReader), (true, true, .answer), (false, false, .answer),
    ])
    func `is for the reader in a stream with an end, once it has its head`(
        isLive: Bool, hasHead: Bool, wait: Connection.Wait
    ) {
        let connection = Connection.fixture(isLive: isLive, hasHead: hasHead)

        #expect(connection.pendingWait == wait)
    }
}
