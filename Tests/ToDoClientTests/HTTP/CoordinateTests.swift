import Foundation
import FoundationNetworking
import Testing
import ToDoClient
import ToDoClientTestSupport

@Suite struct `The client requests a coordinate` {
    private func client(_ session: RecordingSession) throws -> APIClient {
        APIClient(baseURL: try #require(URL(string: "http://server.test")), session: session)
    }

    @Test func `once, with the address in the URL, and decodes it`() async throws {
        let session = RecordingSession(
            .json(status: 200, #"{"latitude":51.2,"longitude":6.8}"#))

        let coordinate = try await client(session).coordinate(for: "1 Main+Street, Köln")

        #expect(coordinate == Coordinate(latitude: 51.2, longitude: 6.8))
        #expect(session.requests.count == 1)
        #expect(
            session.lastURL?.absoluteString
                == "http://server.test/coordinates?address=1%20Main%2BStreet%2C%20K%C3%B6ln")
    }

    @Test func `and returns nil for an unknown address`() async throws {
        let session = RecordingSession(
            .json(
                status: 404, #"{"type":"/problems/address-not-found","status":404,"detail":""}"#))

        #expect(try await client(session).coordinate(for: "Nowhere") == nil)
    }

    @Test(arguments: [
        RecordingSession.Answer.failure(.notConnectedToInternet),
        .json(status: 404, #"{"type":"/problems/no-geocoder","status":404,"detail":""}"#),
        .json(status: 200, "{}"),
    ])
    func `and has separate errors for a failed session, a status and malformed content`(
        answer: RecordingSession.Answer
    ) async throws {
        let client = try client(RecordingSession(answer))

        let error = await #expect(throws: APIError.self) {
            _ = try await client.coordinate(for: "Here")
        }

        switch (answer, error) {
        case (.failure, .noAnswer(let reason)?):
            #expect((reason as? URLError)?.code == .notConnectedToInternet)
        case (.json(404, _, _), .refused(let problem)?): #expect(problem.status == 404)
        case (.json(200, _, _), .unreadable?): break
        default: Issue.record("\(String(describing: error))")
        }
    }
}
