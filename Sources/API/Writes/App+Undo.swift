import HTTP
import Items

/// `POST /undo/{revision}`.
extension App {
    func undo(
        _ revision: Int, _ admitted: AdmittedRequest, of caller: Caller,
        _ request: borrowing Request, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        try refuseParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        return submit(.undo(revision: revision), of: caller, options, request, .undone, deferred)
    }
}
