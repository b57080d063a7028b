package import HTTP

/// Serves `/metrics` and `/healthz`, and nothing else, on the address of `--metrics`.
package final class MetricsApp: Handler {
    private let metrics: MetricsSource
    private let hostAndOrigin: HostAndOriginGuard
    private let router = Router(Route.all)

    /// An app that serves these metrics, but not to web pages: this address requires no token.
    package init(_ metrics: @escaping MetricsSource, hostAndOrigin: HostAndOriginGuard) {
        self.metrics = metrics
        self.hostAndOrigin = hostAndOrigin
    }

    package func admit(_ request: borrowing Request) -> Admission? {
        Admission(self, body: BodyLimit(1 << 16))
    }

    package func answer(
        _ request: borrowing Request, _ admitted: AnyObject, _ response: inout ResponseWriter,
        deferred: DeferredResponse
    ) -> HandlerResult {
        do throws(Problem) {
            try hostAndOrigin.check(request, .disabled)
            try route(request, &response)
        } catch {
            response.startOver()
            error.write(to: &response)
        }
        return .written
    }

    package func refuse(_ fault: HeadFault, _ response: inout ResponseWriter) {
        Problem.badRequest(fault).write(to: &response)
    }

    package func refuseSlowHead(_ response: inout ResponseWriter) {
        Problem.tooSlow.write(to: &response)
    }

    private func route(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) {
        guard let route = router.match(request.path)?.route,
            case .open(let endpoint)? = route.endpoint(for: .get),
            endpoint == .metrics || endpoint == .health
        else { throw .noSuchRoute }
        guard request.head.method != .options else {
            response.start(.noContent)
            response.allow(route.methods)
            return response.finish()
        }
        guard route.endpoint(for: request.head.method) != nil else {
            throw .methodNotAllowed(route.methods)
        }
        if endpoint == .metrics {
            response.writeMetrics(metrics)
        } else {
            response.writeState("{\"status\":\"alive\"}")
        }
    }
}
