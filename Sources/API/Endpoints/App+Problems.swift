import HTTP

/// `GET /problems/{name}`.
extension App {
    /// Writes the page of a kind; HTML whatever `Accept` says, since the problem itself was JSON.
    func problemPage(
        _ kind: ProblemKind, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let page = ProblemPage.page(of: kind)
        if try request.has(page.tag.span, revision: nil) {
            response.start(.notModified)
        } else {
            response.start(.ok)
            response.field("Content-Type", "text/html; charset=utf-8")
            response.body.append(page.content.span)
        }
        response.field("ETag") { field in
            field.append("\"")
            field.append(page.tag.span)
            field.append("\"")
        }
        // Public, and changed by new versions of the program alone.
        response.field("Cache-Control", "public, max-age=86400")
        response.finish()
        return .written
    }
}
