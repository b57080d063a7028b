import API
import APITestSupport
import HTTP
import TestSupport

/// An app whose lane executes an interruption right after a response to a path without a query.
final class InterruptedHandler: Handler {
    private let app: App
    private let interruptions: [String: @Sendable () -> Void]

    init(_ app: App, _ interruptions: [String: @Sendable () -> Void]) {
        self.app = app
        self.interruptions = interruptions
    }

    func admit(_ request: borrowing Request) -> Admission? { app.admit(request) }

    func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult {
        let result = app.answer(request, admitted, &response, deferred: deferred)
        if request.head.query == nil { interruptions[String(copying: request.path)]?() }
        return result
    }

    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        app.refuse(fault, &response)
    }

    func refuseSlowHead(_ response: inout ResponseWriter) { app.refuseSlowHead(&response) }

    func endRound(at now: Int) { app.endRound(at: now) }
}
