import HTTP

/// `GET /problems/{name}`.
extension App {
    /// Writes the page of a kind; HTML for any `Accept`, because the problem itself was JSON.
    func problemPage(
        _ kind: ProblemKind, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        // Only a new version of the program changes the page.
        try show(
            ProblemPage.page(of: kind), cacheControl: "public, max-age=86400", request, &response)
    }
}
