import HTTP
@testable import HTTPServer
import TestSupport

/// Feeds bytes to a `ConnectionState` as a lane does, and records its steps.
struct Dialogue {
    /// A step with its bytes.
    enum Step: Equatable {
        case refuse(HeadFault)
        case admit(String)
        case sendContinue
        case answer(String, body: String)
        case fault(String, BodyFault)
    }

    private(set) var steps: [Step] = []
    /// The bytes that are not consumed yet.
    private(set) var buffer: [UInt8] = []
    private(set) var unchunked: [UInt8] = []
    var state = ConnectionState()
    private let admission: ScriptedAdmission
    private let parser: RequestParser
    private let admitted = Admitted()
    /// Whether each request was answered with the value with which the handler admitted it.
    private(set) var wasAdmitted = true
    private var head = RequestHead()

    init(admission: ScriptedAdmission = .body(atMost: 100), limits: HeadLimits = HeadLimits()) {
        self.admission = admission
        parser = RequestParser(limits: limits)
    }

    /// The dialogue for these bytes, which arrive part by part.
    init(
        _ parts: [[UInt8]], admission: ScriptedAdmission = .body(atMost: 100),
        limits: HeadLimits = HeadLimits()
    ) {
        self.init(admission: admission, limits: limits)
        for part in parts { receive(part) }
    }

    init(_ text: String, admission: ScriptedAdmission = .body(atMost: 100)) {
        self.init([Array(text.utf8)], admission: admission)
    }

    /// The bytes that are not consumed yet, as text.
    var left: String { String(decoding: buffer, as: UTF8.self) }

    mutating func receive(_ text: String) {
        receive(Array(text.utf8))
    }

    mutating func receive(_ bytes: [UInt8]) {
        buffer += bytes
        takeSteps()
    }

    /// Delivers the decision that the request waits for.
    mutating func admit() {
        state.admit(Admission(self.admitted, body: admission.limit))
        takeSteps()
    }

    private mutating func takeSteps() {
        var position = 0
        while let length = takeStep(from: position) { position += length }
        buffer.removeFirst(position)
        let decoded = state.decodedRange
        if !decoded.isEmpty {
            buffer.removeSubrange(decoded.start..<decoded.end)
            state.removedDecoded()
        }
    }

    /// Performs the next step, and returns the number of used bytes; nil if the step is to wait.
    private mutating func takeStep(from position: Int) -> Int? {
        let bytes = buffer
        var step = state.next(
            bytes.span, from: position, parser, &head, unchunked: &unchunked)
        if step == .admit {
            steps.append(.admit(target(in: bytes)))
            step = state.admit(
                admission.isLate ? nil : Admission(admitted, body: admission.limit), head,
                bytes.span, from: position, unchunked: &unchunked)
        }
        switch step {
        case .wait, .admit: return nil
        case .skip(let length): return length
        case .refuse(let fault):
            steps.append(.refuse(fault))
            state.refused()
            return bytes.count - position
        case .sendContinue:
            steps.append(.sendContinue)
            return 0
        case .answer(let content, let length): return answer(content, bytes, position, length)
        }
    }

    private mutating func answer(
        _ content: ConnectionState.Content, _ bytes: [UInt8], _ position: Int, _ length: Int
    ) -> Int {
        let target = target(in: bytes)
        switch content {
        case .none: steps.append(.answer(target, body: ""))
        case .bytes(let range):
            let body = String(copying: bytes.span.slice(range))
            steps.append(.answer(target, body: body))
        case .unchunked:
            steps.append(.answer(target, body: String(decoding: unchunked, as: UTF8.self)))
            unchunked = []
        case .fault(let fault): steps.append(.fault(target, fault))
        }
        wasAdmitted = wasAdmitted && state.admitted === admitted
        state.answered(closes: !head.keepsAlive)
        return state.stage == .lingering ? bytes.count - position : length
    }

    private func target(in bytes: [UInt8]) -> String {
        String(copying: bytes.span.slice(head.path))
    }
}

/// The value with which a request is admitted.
private final class Admitted {}

/// A handler's decision about a head, with the limit of the body if it is read.
enum ScriptedAdmission: Equatable, Sendable {
    case now(BodyLimit?)
    case late(BodyLimit?)

    static let unread = ScriptedAdmission.now(nil)

    static func body(atMost limit: Int) -> ScriptedAdmission { .now(BodyLimit(limit)) }

    var isLate: Bool { if case .late = self { true } else { false } }

    var limit: BodyLimit? {
        switch self {
        case .now(let limit), .late(let limit): limit
        }
    }
}

typealias Stage = ConnectionState.Stage
