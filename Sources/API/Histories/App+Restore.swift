import HTTP
import Items

/// `POST /items/{id}/restore`.
extension App {
    func restore(
        _ id: ItemID, _ admitted: AdmittedRequest, of caller: Caller,
        _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        enum Name: String, CaseIterable { case revision }
        var revision: Int?
        try Parameters<Name>.read(request) { (_, value) throws(Problem) in
            revision = value.canonicalDecimal
            guard revision != nil else {
                throw .badParameter("revision", expected: "a revision, such as 42")
            }
        }
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        return submit(
            .restore(id, revision: revision), of: caller, options, request, .patched, deferred)
    }
}
