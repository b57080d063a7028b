import Foundation

/// The meaning of a response for the pending request.
enum RequestOutcome {
    case succeeded(Event.RequestSucceeded)
    /// The server has applied the request; a pull fetches the results.
    case done
    /// The server may have applied the request; a pull decides.
    case inDoubt(Problem)
    /// The request was made for another state of an item: a pull is needed.
    case outdated(Problem)
    /// The content is refused; the ids are of the edits that the problem names.
    case refused(Problem, [UUID])
    /// The server has no room for the items; the edits wait.
    case full(Problem)
    /// The request stays pending.
    case failed(SyncError)

    init(
        _ response: APIResponse, to pendingRequest: PendingRequest, _ replica: Replica,
        _ environment: ToDoEnvironment
    ) {
        guard !(200...299).contains(response.status) else {
            self = Self.success(response, pendingRequest, replica, environment)
            return
        }
        let problem = response.problem
        switch response.status {
        case _ where !problem.isOfServer: self = .failed(SyncError(response))
        case 409 where problem.isOf(kind: "answer-not-kept"): self = .done
        case 422 where problem.isOf(kind: "idempotency-key-reused"):
            self = .inDoubt(problem)
        case 404 where problem.isOf(kind: "item-not-found"),
            410 where problem.isOf(kind: "item-gone"), 412:
            self = .outdated(problem)
        case 404, 409, 410, 400, 422:
            if case .undo = pendingRequest.kind, !problem.isOf(kind: "idempotency-key-in-use") {
                self = .outdated(problem)
            } else if [400, 422].contains(response.status) {
                self = .refused(problem, Self.named(by: problem, in: pendingRequest))
            } else {
                self = .failed(SyncError(response))
            }
        case 507: self = .full(problem)
        case 413: self = .refused(problem, Self.named(by: problem, in: pendingRequest))
        default: self = .failed(SyncError(response))
        }
    }

    /// The edits that the pointers of a problem name, such as `/3/item/title`.
    private static func named(by problem: Problem, in pendingRequest: PendingRequest) -> [UUID] {
        let pointers = (problem.errors?.map(\.pointer) ?? []) + [problem.pointer].compactMap(\.self)
        let indices = pointers.compactMap { pointer -> Int? in
            let parts = pointer.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count > 1 ? Int(parts[1]) : nil
        }
        return Set(indices).sorted().filter(pendingRequest.ids.indices.contains).map {
            pendingRequest.ids[$0]
        }
    }

    private static func success(
        _ response: APIResponse, _ pendingRequest: PendingRequest, _ replica: Replica,
        _ environment: ToDoEnvironment
    ) -> RequestOutcome {
        do {
            let results: [ServerState]
            switch pendingRequest.kind {
            case .batch: results = try batchResults(response)
            case .share: results = try sharedResults(response)
            case .undo:
                guard let undone = try undoResults(response, pendingRequest, replica) else {
                    return .done
                }
                results = undone
            }
            let isPromised = results.map(\.id) == pendingRequest.ids
            guard isPromised, zip(pendingRequest.inOrder, results).allSatisfy(Self.fits) else {
                return .failed(.unreachable(UnexpectedResponse(status: response.status)))
            }
            return .succeeded(
                Event.RequestSucceeded(
                    results: results, revision: response.revision, seed: .now(environment)))
        } catch {
            return .failed(.unreachable(error))
        }
    }

    private static func fits(_ edit: Edit, _ result: ServerState) -> Bool {
        (edit.after == nil) == (result.stored == nil)
    }

    private static func batchResults(
        _ response: APIResponse
    ) throws -> [ServerState] {
        guard response.status == 200 else { throw UnexpectedResponse(status: response.status) }
        return try JSONDecoder.decode([BatchResult].self, from: response.content).map { result in
            let isExpected = result.item.map { $0.item.id == result.id } ?? result.deleted
            guard isExpected == true else { throw UnexpectedResponse(status: 200) }
            return ServerState(id: result.id, stored: result.item)
        }
    }

    private static func sharedResults(
        _ response: APIResponse
    ) throws -> [ServerState] {
        guard response.status == 201 else { throw UnexpectedResponse(status: response.status) }
        return try JSONDecoder.decode([ServerItem].self, from: response.content).map {
            ServerState(id: $0.item.id, stored: $0)
        }
    }

    /// The restored items of an undo in their former state; nil without tombstones of all.
    private static func undoResults(
        _ response: APIResponse, _ pendingRequest: PendingRequest, _ replica: Replica
    ) throws -> [ServerState]? {
        guard response.status == 200 else { throw UnexpectedResponse(status: response.status) }
        let result = try JSONDecoder.decode(UndoResult.self, from: response.content)
        guard Set(result.restored) == Set(pendingRequest.ids) else { return nil }
        var results: [ServerState] = []
        for id in pendingRequest.ids {
            guard let tombstone = replica.tombstones[id] else { return nil }
            let stored = ServerItem(
                item: tombstone.stored.item, createdAt: tombstone.stored.createdAt,
                updatedAt: tombstone.stored.updatedAt, doneAt: tombstone.stored.doneAt,
                revision: result.revision)
            results.append(ServerState(id: id, stored: stored))
        }
        return results
    }
}
