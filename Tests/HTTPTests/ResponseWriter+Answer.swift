@testable import HTTP
import TestSupport

extension ResponseWriter {
    /// A writer of answers on these terms.
    init(_ terms: Terms) {
        self.init()
        begin(terms)
    }

    /// A writer of answers to a request with that id.
    init(id: RequestID) {
        var terms = Terms()
        terms.id = id
        self.init(terms)
    }

    /// Writes a whole answer.
    mutating func finish(_ status: Status, _ content: String) {
        start(status)
        body.append(text: content)
        finish()
    }

    /// What is written, when that is one answer.
    var answer: TestResponse { TestResponse([UInt8](copying: out)) }
}
