import HTTP
import Items

/// What changes items: each endpoint checks what can be checked without the database, and hands the rest to the writer.
extension App {
    func addItems(_ request: borrowing Request, _ later: Reply) throws(Problem) -> Answering {
        try checkBody(request, Endpoint.addItems.intake)
        if request.head.first(.idempotencyKey) != nil { throw .idempotencyKeyNotKept }
        let onConflict = try readOnConflict(request)
        let conditions = try Conditions(request, epoch: owner.epoch)
        var isArray = false
        let ids = ids
        let new = try decode(request) { decoder, root in
            isArray = root.kind == .array
            return isArray
                ? decoder.newItems(root, ids) : decoder.newItem(root, ids).map { [$0] }
        }
        let form: WriteAnswer.Form = isArray ? .added : .addedOne
        return submit(.add(new, onConflict: onConflict), conditions, request, form, later)
    }

    func deleteItems(_ request: borrowing Request, _ later: Reply) throws(Problem) -> Answering {
        try checkTransfer(request)
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
        let conditions = try Conditions(request, epoch: owner.epoch)
        return submit(.deleteAll, conditions, request, .deleted, later)
    }

    func putItem(
        _ id: ItemID, _ request: borrowing Request, _ later: Reply
    ) throws(Problem) -> Answering {
        try checkBody(request, Endpoint.putItem.intake)
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
        let conditions = try Conditions(request, epoch: owner.epoch)
        let content = try decode(request) { $0.replacement($1, for: id) }
        return submit(.put(id, content), conditions, request, .put, later)
    }

    func patchItem(
        _ id: ItemID, _ request: borrowing Request, _ later: Reply
    ) throws(Problem) -> Answering {
        do throws(Problem) {
            try checkBody(request, Endpoint.patchItem.intake)
            try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
            let conditions = try Conditions(request, epoch: owner.epoch)
            let patch = try decode(request) { $0.patch($1, for: id) }
            return submit(.patch(id, patch), conditions, request, .patched, later)
        } catch {
            // That there is no item comes before everything that is wrong with the request.
            let exists = try stored { () throws(StorageFailure) in
                try items.read(id, of: owner) { _ in }
            }
            guard exists else { throw .itemNotFound }
            throw error
        }
    }

    func deleteItem(
        _ id: ItemID, _ request: borrowing Request, _ later: Reply
    ) throws(Problem) -> Answering {
        do throws(Problem) {
            try checkTransfer(request)
            try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
            let conditions = try Conditions(request, epoch: owner.epoch)
            return submit(.delete(id), conditions, request, .deleted, later)
        } catch {
            // That there is no item comes first, and the writer alone knows whether there was one.
            return refuse(.delete(id), error, request, later)
        }
    }

    /// Has the writer tell that what the write is about is missing, and otherwise this problem; nothing is done.
    func refuse(
        _ action: ItemWrite.Action, _ problem: Problem, _ request: borrowing Request,
        _ later: Reply
    ) -> Answering {
        submit(action, .never, request, .refused(problem), later)
    }

    /// Hands the write to the writer, who answers.
    func submit(
        _ action: ItemWrite.Action, _ conditions: Conditions, _ request: borrowing Request,
        _ form: WriteAnswer.Form, _ later: Reply
    ) -> Answering {
        let answer = WriteAnswer(
            form: form, epoch: owner.epoch, isMinimal: wantsMinimal(request), report: report)
        items.submit(ItemWrite(owner: owner, action: action, conditions: conditions)) { outcome in
            later.send { answer.write(outcome, to: &$0) }
        }
        return .later
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

    /// `Prefer: return=minimal` (RFC 7240 §4.2), alone or in a list.
    private func wantsMinimal(_ request: borrowing Request) -> Bool {
        var isWanted = false
        let bytes = request.bytes
        request.head.forEach(.prefer) { line in
            isWanted = isWanted || bytes.slice(line).hasPreference("return=minimal")
        }
        return isWanted
    }
}

extension Conditions {
    /// What no state of anything meets.
    fileprivate static let never = Conditions(ifMatch: .revisions([]))
}

extension Span where Element == UInt8 {
    /// Whether the comma-separated preferences in these bytes have one that reads so.
    fileprivate func hasPreference(_ preference: StaticString) -> Bool {
        var start = 0
        for index in 0...count where index == count || self[index] == UInt8(ascii: ",") {
            var (first, end) = (start, index)
            while first < end, self[first] == 0x20 || self[first] == 0x09 { first += 1 }
            while first < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
            if extracting(first..<end).equalsIgnoringCase(preference) { return true }
            start = index + 1
        }
        return false
    }
}
