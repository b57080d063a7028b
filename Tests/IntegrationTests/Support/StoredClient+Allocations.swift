import API
import APITestSupport
import HTTP
import TestSupport
import Testing

extension StoredClient {
    /// The number of this thread's allocations while the app answers the request ten times, after a
    /// warm-up.
    func allocations(of request: borrowing PreparedRequest) -> Int {
        var response = ResponseWriter()
        let warmUp = 3
        for _ in 0..<warmUp { answer(request, &response) }
        let length = response.out.count / warmUp
        response.didSend()

        let counted = TestSupport.allocations {
            for _ in 0..<10 { answer(request, &response) }
        }

        #expect(length > 100)
        #expect(response.out.count == 10 * length)
        return counted
    }

    private func answer(_ request: borrowing PreparedRequest, _ response: inout ResponseWriter) {
        _ = request.answer(by: app, &response)
        app.endRound()
    }
}
