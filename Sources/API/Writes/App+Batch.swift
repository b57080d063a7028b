import HTTP
import Items

/// `POST /items/batch`.
extension App {
    func batch(
        _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        try refuseParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        let steps = try decode(request) { $0.batch($1) }
        return submit(.batch(steps), of: caller, options, request, .batch, deferred)
    }
}
