import HTTP
import Items

extension Problem {
    /// Writes the complete response with this problem.
    ///
    ///     {"type":"/problems/invalid","title":"Invalid content","status":422,
    ///      "detail":"…","instance":"<request id>","errors":[{"pointer":"/title","detail":"…"}]}
    ///
    /// A write with an unknown outcome has no truthful response: the connection is closed instead.
    func write(to response: inout ResponseWriter) {
        if case .storage(.outcomeUnknown) = self { return response.abandon() }
        let entry = kind.entry
        response.start(entry.status)
        response.field("Content-Type", "application/problem+json")
        response.field("Cache-Control", "no-store")
        writeFields(&response)
        writeDocument(entry, &response)
        response.finish()
    }

    private func writeFields(_ response: inout ResponseWriter) {
        switch self {
        case .methodNotAllowed(let methods): response.allow(methods)
        case .unsupportedMediaType(.json), .repeatedType(.json):
            response.field("Accept", "application/json")
        case .unsupportedMediaType(.file), .repeatedType(.file):
            response.field(
                "Accept",
                "text/csv, text/calendar, text/plain, application/json, application/x-ndjson, application/octet-stream"
            )
        case .unsupportedMediaType(.mergePatch), .repeatedType(.mergePatch): response.acceptPatch()
        // RFC 9110 §12.5.3.
        case .contentCoding: response.field("Accept-Encoding", "identity")
        case .unauthorized(wasTokenSent: false), .wrongCredentials:
            response.field("WWW-Authenticate", "Bearer")
        case .unauthorized(wasTokenSent: true), .repeatedAuthorization:
            // RFC 6750 §3.1: makes the client sign in again.
            response.field("WWW-Authenticate", "Bearer error=\"invalid_token\"")
        case .readOnlyToken, .notPermitted:
            response.field("WWW-Authenticate", "Bearer error=\"insufficient_scope\"")
        case .tooManyRequests(let refusal): refusal.write(to: &response)
        case .tokenExpired: response.field("Link", "</items>; rel=\"alternate\"")
        default: break
        }
        if let seconds = retryAfter {
            response.field("Retry-After") { $0.append(decimal: seconds) }
        }
    }

    private func writeDocument(
        _ entry: (name: StaticString, title: StaticString, status: Status),
        _ response: inout ResponseWriter
    ) {
        let id = response.context.id
        response.body.append("{\"type\":\"/problems/")
        response.body.append(entry.name)
        response.body.append("\",\"title\":\"")
        response.body.append(entry.title)
        response.body.append("\",\"status\":")
        response.body.append(decimal: entry.status.rawValue)
        response.body.append(",\"detail\":")
        response.body.appendJSON(detail)
        response.body.append(",\"instance\":")
        response.body.appendJSON(id)
        writeExtensions(&response.body)
        response.body.append("}")
    }

    /// Appends the members specific to this kind of problem.
    private func writeExtensions(_ body: inout ByteWriter) {
        switch self {
        case .invalid(let faults, of: _):
            body.append(",\"errors\":")
            body.appendJSON(array: faults) { body, fault in
                body.append("{\"pointer\":")
                body.appendJSON(fault.pointer)
                body.append(",\"detail\":")
                body.appendJSON(fault.detail)
                body.append("}")
            }
        case .badItemFile(.invalid(_, let issues, count: _)):
            body.append(",\"errors\":")
            body.appendJSON(array: issues) { body, issue in
                body.append("{\"pointer\":")
                body.appendJSON(issue.pointer)
                body.append(",\"detail\":")
                body.appendJSON(issue.detail)
                body.append("}")
            }
        case .alreadyExists(let ids), .changedSince(let ids):
            body.append(",\"items\":")
            body.appendJSON(array: ids) { body, id in body.appendJSON(uuid: id.high, low: id.low) }
        case .conditionFailed(let revision?), .itemGone(let revision):
            body.append(",\"revision\":")
            body.append(decimal: revision)
        case .atStep(let step, let problem):
            problem.writeExtensions(&body)
            body.append(",\"pointer\":\"/")
            body.append(decimal: step)
            body.append("\"")
        default: break
        }
    }
}

extension ResponseWriter {
    /// Adds `Allow`.
    mutating func allow(_ methods: [Method]) {
        field("Allow") { value in
            for (index, method) in methods.enumerated() {
                if index > 0 { value.append(", ") }
                value.append(method.name)
            }
        }
    }

    /// Adds `Accept-Patch` (RFC 5789 §3.1).
    mutating func acceptPatch() {
        field("Accept-Patch", "application/merge-patch+json, application/json")
    }
}

extension ByteWriter {
    /// Appends a request's id; one sent by a client may contain quotes.
    fileprivate mutating func appendJSON(_ id: RequestID) {
        if case .sent(let text) = id { return appendJSON(text) }
        append("\"")
        id.write(to: &self)
        append("\"")
    }

    /// Appends the elements as a JSON array; `write` appends each.
    mutating func appendJSON<Element>(
        array elements: [Element], _ write: (inout ByteWriter, Element) -> Void
    ) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            write(&self, element)
        }
        append("]")
    }
}
