import APITestSupport
import HTTP
import Items
import TestSupport
import Testing

@testable import API

@Suite struct `A refused write` {
    /// A failure and its response: status, type, and the end of the document.
    struct Case: Sendable, CustomTestStringConvertible {
        let failure: WriteFailure
        let status: Int
        let name: String
        let ending: String

        init(_ failure: WriteFailure, _ status: Int, _ name: String, _ ending: String = "") {
            self.failure = failure
            self.status = status
            self.name = name
            self.ending = ending
        }

        var testDescription: String { "\(failure)" }
    }

    private static let one = ItemID(high: 0, low: 1)
    private static let two = ItemID(high: 0, low: 2)
    private static let ids = """
        "00000000-0000-0000-0000-000000000001","00000000-0000-0000-0000-000000000002"
        """

    static let cases = [
        Case(.noSuchRevision, 404, "revision-not-found"),
        Case(.didNotExist, 404, "item-not-found"),
        Case(.expired, 410, "undo-expired"),
        Case(.changedSince([one, two]), 409, "changed-since", #","items":[\#(ids)]"#),
        Case(.keyReused, 422, "idempotency-key-reused"),
        Case(.keyInUse, 409, "idempotency-key-in-use"),
        Case(.answerNotKept, 409, "answer-not-kept"),
        Case(.ownerGone, 401, "unauthorized"),
        Case(.quotaExceeded(bytes: 11, limit: 10), 507, "quota"),
        Case(
            .atStep(3, .quotaExceeded(bytes: 11, limit: 10)), 507, "quota", #","pointer":"/3""#),
        Case(.atStep(3, .notFound), 404, "item-not-found", #","pointer":"/3""#),
        Case(
            .atStep(0, .gone(revision: 7)), 410, "item-gone", #","revision":7,"pointer":"/0""#),
        Case(
            .atStep(12, .conditionFailed(revision: 5)), 412, "condition-failed",
            #","revision":5,"pointer":"/12""#),
        Case(
            .atStep(2, .incomplete([.longitude])), 422, "invalid",
            #","errors":[{"pointer":"/2/patch/location/coordinate/longitude","#
                + #""detail":"is required"}],"pointer":"/2""#),
    ]

    @Test(arguments: cases)
    func `is answered with a problem`(example: Case) {
        var response = ResponseWriter()
        response.begin(ResponseContext())

        Problem(example.failure).write(to: &response)

        let answer = TestResponse([UInt8](copying: response.out))
        #expect(answer.status == example.status)
        #expect(answer.problemName == example.name)
        #expect(answer.text.hasSuffix(#""instance":"0000000000000000"\#(example.ending)}"#))
    }
}

@Suite struct `A successful write` {
    private static let item = ToDoItem(
        id: ItemID(high: 0, low: 1), sequence: 1, content: ItemContent(title: "Milk"), now: 1,
        revision: 42)

    @Test(arguments: [
        (
            WriteOutcome.Result.undone([ItemID(high: 0, low: 1)]),
            #"{"revision":42,"restored":["00000000-0000-0000-0000-000000000001"]}"#
        ),
        (.undone([]), #"{"revision":42,"restored":[]}"#),
        (.batch([]), "[]"),
        (
            .batch([.item(item), .deleted(ItemID(high: 0, low: 2))]),
            #"[{"id":"00000000-0000-0000-0000-000000000001","item":{"#
                + #""id":"00000000-0000-0000-0000-000000000001","title":"Milk","done":false,"#
                + #""createdAt":1,"updatedAt":1,"revision":42}},"#
                + #"{"id":"00000000-0000-0000-0000-000000000002","deleted":true}]"#
        ),
    ])
    func `is answered with its results`(result: WriteOutcome.Result, text: String) {
        let answer = WriteResponse(
            kind: .added, epoch: "k3f9", isMinimal: false, report: { _ in })
        var response = ResponseWriter()
        response.begin(ResponseContext())

        answer.write(
            .success(WriteOutcome(revision: 42, changed: true, result: result)), to: &response)

        let told = TestResponse([UInt8](copying: response.out))
        #expect(told.status == 200)
        #expect(told["ToDo-Revision"] == "k3f9.42")
        #expect(told["Content-Type"] == "application/json")
        #expect(told.text == text)
    }
}

@Suite struct `A stored response` {
    @Test func `is replayed with the id and date of the new request`() {
        let answer = WriteResponse(
            kind: .added, epoch: "k3f9", isMinimal: true, report: { _ in })
        let kept = StoredResponse(
            status: 201, head: Array("Location: /items/x\r\nToDo-Revision: k3f9.7\r\n".utf8),
            content: Array("{}".utf8))
        var response = ResponseWriter()
        response.begin(ResponseContext())

        answer.write(
            .success(WriteOutcome(revision: 42, changed: false, result: .replayed(kept))),
            to: &response)

        let told = TestResponse([UInt8](copying: response.out))
        #expect(told.status == 201)
        #expect(told["Location"] == "/items/x")
        #expect(told["ToDo-Revision"] == "k3f9.7")
        #expect(told["Content-Length"] == "2")
        #expect(told["X-Request-Id"] == "0000000000000000")
        #expect(told.fields.count(where: { $0.name == "Date" }) == 1)
        #expect(told.text == "{}")
    }
}
