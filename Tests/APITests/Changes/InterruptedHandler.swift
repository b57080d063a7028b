import API
import HTTP
import TestSupport

/// An app whose lane does something else right after it has answered for some path
/// without a query.
final class InterruptedHandler: Handler {
    private let app: App
    private let interruptions: [String: @Sendable () -> Void]

    init(_ app: App, _ interruptions: [String: @Sendable () -> Void]) {
        self.app = app
        self.interruptions = interruptions
    }

    func admit(_ request: borrowing Request) -> Admission { app.admit(request) }

    func answer(
        _ request: borrowing Request, _ response: inout ResponseWriter, later: Reply
    ) -> Answering {
        let answering = app.answer(request, &response, later: later)
        if request.head.query == nil { interruptions[String(copying: request.path)]?() }
        return answering
    }

    func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        app.refuse(fault, &response)
    }

    func refuseSlowHead(_ response: inout ResponseWriter) { app.refuseSlowHead(&response) }

    func settle() { app.settle() }
}
