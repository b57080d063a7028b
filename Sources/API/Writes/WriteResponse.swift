import HTTP
import Items

/// The response to a write; created on the lane, carried by the write, written on the lane.
struct WriteResponse: Sendable {
    enum Kind: Equatable, Sendable {
        case added
        case addedOne
        case put
        case patched
        case deleted
        case undone
        case batch
        case imported(ImportRemarks)
        /// Writes nothing; the response is this problem, unless the target is missing.
        case refused(Problem)

        /// Whether the body was an array of items, or a file of them.
        fileprivate var isArray: Bool {
            switch self {
            case .added, .imported: true
            default: false
            }
        }
    }

    let kind: Kind
    let epoch: String
    let isMinimal: Bool
    let report: @Sendable (StorageFailure) -> Void

    func write(_ outcome: Result<WriteOutcome, WriteFailure>, to response: inout ResponseWriter) {
        switch outcome {
        case .success(let outcome):
            fill(outcome, &response)
            response.finish()
        case .failure(let failure):
            if case .storage(let failure) = failure { report(failure) }
            if case (.refused(let problem), .conditionFailed) = (kind, failure) {
                return problem.write(to: &response)
            }
            Problem(failure, isArray: kind.isArray).write(to: &response)
        }
    }

    /// The response as it is stored for a replay, without the fields that `start` writes.
    func stored(_ outcome: WriteOutcome) -> StoredResponse {
        var response = ResponseWriter()
        fill(outcome, &response)
        var head = ByteWriter()
        head.append(response.fieldLines)
        return StoredResponse(
            status: (response.status ?? .ok).rawValue, head: [UInt8](copying: head),
            content: [UInt8](copying: response.body))
    }

    /// Writes the status, fields and content that depend only on the outcome.
    private func fill(_ outcome: WriteOutcome, _ response: inout ResponseWriter) {
        switch outcome.result {
        case .added(let items):
            response.start(.created)
            if kind == .addedOne, let item = items.first {
                response.field("Location") { field in
                    field.append("/items/")
                    field.append(uuid: item.id.high, low: item.id.low)
                }
                tag(item, &response)
                response.body.appendJSON(item)
            } else {
                response.body.appendJSON(array: items) { $0.appendJSON($1) }
            }
        case .put(let item, let created):
            // No ETag: the stored item may differ from the one that was sent (RFC 9110 §9.3.4).
            response.start(created ? .created : .ok)
            response.body.appendJSON(item)
        case .patched(let item):
            response.start(.ok)
            tag(item, &response)
            response.body.appendJSON(item)
        case .patchedAll(let count):
            response.start(.ok)
            response.body.append("{\"changed\":")
            response.body.append(decimal: count)
            response.body.append("}")
        case .deleted:
            response.start(.noContent)
        case .undone(let ids):
            response.start(.ok)
            response.body.append("{\"revision\":")
            response.body.append(decimal: outcome.revision)
            response.body.append(",\"restored\":")
            response.body.appendJSON(array: ids) { $0.appendJSON(uuid: $1.high, low: $1.low) }
            response.body.append("}")
        case .replayed(let stored): return replay(stored, &response)
        case .batch(let results):
            response.start(.ok)
            response.body.appendJSON(array: results) { $0.appendJSON($1) }
        case .imported(let result):
            response.start(.ok)
            guard case .imported(let remarks) = kind else {
                preconditionFailure("the result of an import for another write")
            }
            remarks.write(result, to: &response.body)
        }
        fillFields(outcome, &response)
    }

    /// Writes the stored response; `Date` and the request's id are new.
    private func replay(_ stored: StoredResponse, _ response: inout ResponseWriter) {
        response.start(Status(rawValue: stored.status) ?? .ok)
        response.fieldLines(stored.head.span)
        response.body.append(stored.content.span)
    }

    private func fillFields(_ outcome: WriteOutcome, _ response: inout ResponseWriter) {
        response.field("ToDo-Revision") {
            RevisionETag(epoch: epoch, revision: outcome.revision).write(to: &$0)
        }
        if outcome.changed {
            response.field("Link") { field in
                field.append("</undo/")
                field.append(decimal: outcome.revision)
                field.append(">; rel=\"undo\"")
            }
        }
        response.field("Cache-Control", "private, no-cache")
        if response.status?.hasNoContent != true {
            if isMinimal {
                response.field("Preference-Applied", "return=minimal")
                response.body.removeAll()
            } else {
                response.field("Content-Type", "application/json")
            }
        }
    }

    private func tag(_ item: ToDoItem, _ response: inout ResponseWriter) {
        response.field("ETag") {
            RevisionETag(epoch: epoch, revision: item.revision).writeQuoted(to: &$0)
        }
    }
}

extension Problem {
    /// Maps the failure of a write to a problem; `isArray` if the body was an array of items.
    init(_ failure: WriteFailure, isArray: Bool = false) {
        self =
            switch failure {
            case .exists(let ids): .alreadyExists(ids)
            case .notFound: .itemNotFound
            case .didNotExist: .itemDidNotExist
            case .gone(let revision): .itemGone(revision: revision)
            case .conditionFailed(let revision): .conditionFailed(revision: revision)
            case .incomplete(let missing, let dueDate): .incomplete(missing, dueDate, in: "")
            case .atStep(let step, .incomplete(let missing, let dueDate)):
                .atStep(step, .incomplete(missing, dueDate, in: "/\(step)/patch"))
            case .faultyDueDate(let faults): .incomplete([], faults, in: "")
            case .atStep(let step, .faultyDueDate(let faults)):
                .atStep(step, .incomplete([], faults, in: "/\(step)/item"))
            case .unknownTimeZones(let zones):
                .invalid(
                    zones.sorted { $0.key < $1.key }.prefix(BodyDecoder.maximumFaults).map {
                        index, name in
                        let fault = FaultyDueDate.Fault.unknownTimeZone(name)
                        return Fault(
                            pointer: (isArray ? "/\(index)/" : "/") + fault.path,
                            reason: .dueDate(fault))
                    }, of: zones.count)
            case .atStep(let step, let failure): .atStep(step, Problem(failure))
            case .noSuchRevision: .noSuchRevision
            case .expired: .undoExpired
            case .changedSince(let ids): .changedSince(ids)
            case .keyReused: .keyReused
            case .keyInUse: .keyInUse
            case .answerNotKept: .answerNotKept
            case .quotaExceeded(let bytes, let limit): .quotaExceeded(bytes: bytes, limit: limit)
            case .countExceeded(let items, let limit): .countExceeded(items: items, limit: limit)
            case .tooManyEffects: .storage(.unexpected("a large undo was not performed alone"))
            case .ownerGone: .unauthorized(wasTokenSent: true)
            case .storage(let failure): .storage(failure)
            }
    }
}

extension Problem {
    /// The problem of an item or a patch at this pointer whose result would lack required members or
    /// have a faulty due date.
    private static func incomplete(
        _ missing: [ItemPatch.Missing], _ dueDate: [FaultyDueDate.Fault], in pointer: String
    ) -> Problem {
        .invalid(
            missing.map { Fault(pointer: pointer + $0.pointer, reason: .missing) }
                + dueDate.map {
                    Fault(pointer: pointer + "/" + $0.path, reason: .dueDate($0))
                }, of: missing.count + dueDate.count)
    }
}

extension ByteWriter {
    fileprivate mutating func appendJSON(_ result: BatchStep.Result) {
        let id =
            switch result {
            case .item(let item): item.id
            case .deleted(let id): id
            }
        append("{\"id\":")
        appendJSON(uuid: id.high, low: id.low)
        switch result {
        case .item(let item):
            append(",\"item\":")
            appendJSON(item)
            append("}")
        case .deleted: append(",\"deleted\":true}")
        }
    }
}

extension ItemPatch.Missing {
    fileprivate var pointer: String {
        switch self {
        case .locationName: "/location/name"
        case .latitude: "/location/coordinate/latitude"
        case .longitude: "/location/coordinate/longitude"
        }
    }
}
