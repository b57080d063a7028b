import HTTP

/// The to-do app for browsers, which uses the API as any client does.
extension App {
    /// `GET /`: HTML for any `Accept`. The query is ignored, because links to a page gather
    /// parameters on their way.
    func showPage(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        return try write(page?.current?.document, request, &response)
    }

    /// `GET /page/{hash}/{file}`: a file of the current version; 404 for files of other versions.
    func showPageFile(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        // An escaped slash is data, and no file has one in its name.
        guard let path = PercentDecoding.decode(request.path),
            Router.slashes(path.span) == Router.slashes(request.path)
        else { throw .noSuchRoute }
        let name = path.span.extracting(min(Self.pageFolder.utf8CodeUnitCount, path.count)...)
        return try write(page?.current?.resource(at: name), request, &response)
    }

    /// The parts of the page with addresses of their own: `GET /sw.js`, `/manifest.webmanifest`.
    func showPagePart(
        _ part: (PageSet) -> PageResource, _ request: borrowing Request,
        _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        return try write(page?.current.map(part), request, &response)
    }

    private static let pageFolder: StaticString = "/page/"

    private func write(
        _ resource: PageResource?, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        guard let resource else { throw .noSuchRoute }
        let coding = resource.coding(for: request)
        let isNotModified = try request.has(resource.tag(in: coding).span, revision: nil)
        resource.write(in: coding, isNotModified: isNotModified, to: &response)
        return .written
    }
}
