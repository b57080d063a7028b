import HTTP
import Items

/// `POST /undo/{revision}`.
extension App {
    func undo(
        _ revision: Int, _ admitted: AdmittedRequest, of owner: Owner,
        _ request: borrowing Request, _ deferred: DeferredResponse
    ) -> HandlerResult {
        do throws(Problem) {
            try checkBody(request, admitted)
            try refuseParameters(request)
            let options = try WriteOptions(request, epoch: owner.epoch)
            return submit(.undo(revision: revision), of: owner, options, request, .undone, deferred)
        } catch {
            // 404 and 410 take precedence over this problem, and only the writer can decide them.
            return refuse(.undo(revision: revision), of: owner, error, request, deferred)
        }
    }
}
