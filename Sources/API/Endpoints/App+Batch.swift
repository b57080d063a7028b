import HTTP
import Items

/// `POST /items/batch`.
extension App {
    func batch(_ request: borrowing Request, _ later: Reply) throws(Problem) -> Answering {
        try checkBody(request, Endpoint.batch.intake)
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
        let terms = try WriteTerms(request, epoch: owner.epoch)
        let steps = try decode(request) { $0.batch($1) }
        return submit(.batch(steps), terms, request, .batch, later)
    }
}
