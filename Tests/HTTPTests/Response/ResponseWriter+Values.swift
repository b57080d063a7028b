@testable import HTTP
import TestSupport

extension ResponseWriter {
    /// A writer of answers in this context.
    init(_ context: ResponseContext) {
        self.init()
        begin(context)
    }

    /// A writer of answers to a request with that id.
    init(id: RequestID) {
        var context = ResponseContext()
        context.id = id
        self.init(context)
    }

    /// Writes a whole answer.
    mutating func finish(_ status: Status, _ content: String) {
        start(status)
        body.append(text: content)
        finish()
    }

    /// The output as one response.
    var answer: TestResponse { TestResponse([UInt8](copying: out)) }
}
