import Accounts
import HTTP
import Items

/// The endpoints that change items: each checks what needs no database and submits the write.
extension App {
    func addItems(
        _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        let onConflict = try readOnConflict(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        var isArray = false
        let ids = ids
        let new = try decode(request) { decoder, root in
            isArray = root.kind == .array
            return isArray
                ? decoder.newItems(root, ids) : decoder.newItem(root, ids).map { [$0] }
        }
        let kind: WriteResponse.Kind = isArray ? .added : .addedOne
        return submit(
            .add(new, onConflict: onConflict), of: caller, options, request, kind, deferred)
    }

    func deleteItems(
        of caller: Caller, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        let filter = try FilterParameters.read(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        return submit(.deleteMatching(filter), of: caller, options, request, .deleted, deferred)
    }

    func patchItems(
        _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        let filter = try FilterParameters.read(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        let patch = try decode(request) { $0.bulkPatch($1) }
        return submit(
            .patchMatching(filter, patch), of: caller, options, request, .patched, deferred)
    }

    func putItem(
        _ id: ItemID, _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        // RFC 9110 §14.5: storing a part as the whole would lose the rest.
        guard request.value(.contentRange) == nil else { throw .partOfItem }
        try refuseParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        let content = try decode(request) { $0.replacement($1, for: id) }
        return submit(.put(id, content), of: caller, options, request, .put, deferred)
    }

    func patchItem(
        _ id: ItemID, _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        try refuseParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        let patch = try decode(request) { $0.patch($1, for: id) }
        return submit(.patch(id, patch), of: caller, options, request, .patched, deferred)
    }

    func deleteItem(
        _ id: ItemID, of caller: Caller, _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        return submit(.delete(id), of: caller, options, request, .deleted, deferred)
    }

    /// Answers with this problem, unless the writer finds that the target of the write is missing.
    ///
    /// The write carries a condition that never holds, so it changes nothing.
    func refuse(
        _ action: ItemWrite.Action, of caller: Caller, _ problem: Problem,
        _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) -> HandlerResult {
        submit(action, of: caller, .never, request, .refused(problem), deferred)
    }

    /// Submits the write; the response is deferred until its commit.
    func submit(
        _ action: ItemWrite.Action, of caller: Caller, _ options: WriteOptions,
        _ request: borrowing Request,
        _ kind: WriteResponse.Kind, _ deferred: DeferredResponse
    ) -> HandlerResult {
        let writeResponse = WriteResponse(
            kind: kind, epoch: caller.owner.epoch, isMinimal: options.isMinimal, report: report)
        var once: IdempotentRequest?
        if let key = options.key {
            once = IdempotentRequest(key: key, fingerprint: SHA256.digest(request.body).bytes) {
                writeResponse.stored($0)
            }
        }
        let write = ItemWrite(
            owner: caller.owner, action: action, conditions: options.conditions,
            isBoundToEpoch: authMode.requiresTokens, label: caller.token?.label)
        items.submit(write, once: once) { outcome in
            deferred.send { writeResponse.write(outcome, to: &$0) }
        }
        return .deferred
    }

    private func readOnConflict(
        _ request: borrowing Request
    ) throws(Problem) -> ItemWrite.OnConflict {
        enum Name: String, CaseIterable { case onConflict }
        var choice = ItemWrite.OnConflict.refuse
        try Parameters<Name>.read(request) { (_, value) throws(Problem) in
            if value.equals("skip") {
                choice = .skip
            } else if value.equals("replace") {
                choice = .replace
            } else {
                throw .badParameter("onConflict", expected: "skip or replace")
            }
        }
        return choice
    }
}
