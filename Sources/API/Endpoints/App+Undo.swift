import HTTP
import Items

/// `POST /undo/{revision}`.
extension App {
    func undo(
        _ revision: Int, _ request: borrowing Request, _ later: Reply
    ) -> Answering {
        do throws(Problem) {
            try checkBody(request, Endpoint.undo.intake)
            try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
            let terms = try WriteTerms(request, epoch: owner.epoch)
            return submit(.undo(revision: revision), terms, request, .undone, later)
        } catch {
            // That there is nothing to undo comes first, and only the writer knows.
            return refuse(.undo(revision: revision), error, request, later)
        }
    }
}
