import Accounts
import HTTP
import Items

/// `/subscriptions` and the paths below it: who is told of reminders.
///
/// A response has no endpoint, topic, key or token: they permit to send, or to read.
extension App {
    func listSubscriptions(
        of caller: Caller, _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        try checkBodyAndAccept(request)
        try refuseParameters(request)
        let push = try pushServices()
        return perform(
            .subscriptions(caller.owner), of: push.repository, request.handle, &response
        ) { [self] stored, response throws(Problem) in
            let subscriptions = try self.stored { () throws(StorageFailure) in
                try stored.subscriptions(of: caller.owner)
            }
            response.start(.ok)
            response.field("Content-Type", "application/json")
            response.field("Cache-Control", "private, no-cache")
            response.body.append("{\"publicKey\":")
            response.body.appendJSON(push.shared.publicKey)
            response.body.append(",\"subscriptions\":")
            response.body.appendJSON(array: subscriptions) { body, subscription in
                body.append(subscription, to: caller)
            }
            response.body.append("}")
            response.finish()
            return .written
        }
    }

    func subscribe(
        _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        let push = try pushServices().shared
        try checkBody(request, admitted)
        try refuseParameters(request)
        let body = try decode(request) { $0.subscription($1, push) }
        let write = NewSubscription(
            handle: SubscriptionHandle(.random(in: .min ... .max)), owner: caller.owner,
            service: body.service, label: body.label, timeZone: body.timeZone,
            origin: request.pageOrigin, session: caller.token?.selector)
        let report = report
        push.writer.submit(.reminders(.subscribe(write))) { outcome in
            if case .success = outcome { push.start() }
            deferred.send { response in
                switch outcome {
                case .success(.reminders(.subscribed(let subscription, let isNew))):
                    response.write(subscription, isNew: isNew, to: caller)
                case .failure(.tooManySubscriptions):
                    let fault = Fault(
                        pointer: "", reason: .tooManySubscriptions)
                    Problem.invalid([fault], of: 1).write(to: &response)
                case .failure(let failure): response.write(failure, report)
                case .success: response.write(.storage(.unexpected(Self.otherOutcome)), report)
                }
            }
        }
        return .deferred
    }

    func unsubscribe(
        _ handle: SubscriptionHandle, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let report = report
        try pushServices().shared.writer.submit(
            .reminders(.unsubscribe(handle, of: caller.owner))
        ) { outcome in
            deferred.send { response in
                switch outcome {
                case .success: response.writeDone()
                case .failure(let failure): response.write(failure, report)
                }
            }
        }
        return .deferred
    }

    func testSubscription(
        _ handle: SubscriptionHandle, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        let push = try pushServices().shared
        let report = report
        push.writer.submit(.reminders(.find(handle, of: caller.owner))) { outcome in
            deferred.send { response in
                switch outcome {
                case .success(.reminders(.found(let subscription))):
                    if case .refused(let seconds) = push.tests.take(handle) {
                        let limit = RateLimitExceeded(
                            policy: "test", rate: push.tests.rate, seconds: seconds)
                        return Problem.tooManyRequests(limit).write(to: &response)
                    }
                    guard push.test(subscription) else {
                        return Problem.storage(.overloaded).write(to: &response)
                    }
                    response.start(.accepted)
                    response.field("Cache-Control", "private, no-cache")
                    response.finish()
                case .failure(let failure): response.write(failure, report)
                case .success: response.write(.storage(.unexpected(Self.otherOutcome)), report)
                }
            }
        }
        return .deferred
    }

    private static var otherOutcome: String { "another change was answered" }

    /// What subscriptions need; throws 404 on a server that tells no reminders.
    private func pushServices() throws(Problem) -> PushServices {
        guard let push else { throw .noSuchRoute }
        return push
    }
}

extension Request {
    /// The origin of the page that sends the request; nil of other clients.
    fileprivate var pageOrigin: String? {
        guard let value = value(.origin), value.count <= 255,
            let text = try? UTF8Span(validating: value)
        else { return nil }
        return WebOrigin(String(copying: text))?.text
    }
}

extension ResponseWriter {
    fileprivate mutating func write(
        _ subscription: Subscription, isNew: Bool, to caller: Caller
    ) {
        start(isNew ? .created : .ok)
        if isNew {
            field("Location") { value in
                value.append("/subscriptions/")
                value.append(text: subscription.handle.text)
            }
        }
        field("Content-Type", "application/json")
        field("Cache-Control", "private, no-cache")
        body.append(subscription, to: caller)
        finish()
    }

    fileprivate mutating func write(
        _ failure: AccountFailure, _ report: (StorageFailure) -> Void
    ) {
        switch failure {
        case .storage(let failure):
            report(failure)
            Problem.storage(failure).write(to: &self)
        case .noSubscription: Problem.subscriptionNotFound.write(to: &self)
        case .noAccount, .noToken, .taken, .adopted, .setupEnded, .passwordChanged,
            .tooManySubscriptions:
            // The account or the token has gone meanwhile; none of the others happens here.
            Problem.unauthorized(wasTokenSent: true).write(to: &self)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ subscription: Subscription, to caller: Caller) {
        append("{\"handle\":\"")
        append(text: subscription.handle.text)
        switch subscription.service {
        case .webPush: append("\",\"kind\":\"webpush\"")
        case .ntfy: append("\",\"kind\":\"ntfy\"")
        }
        if let label = subscription.label {
            append(",\"label\":")
            appendJSON(label)
        }
        append(",\"host\":")
        appendJSON(subscription.service.host)
        append(",\"createdAt\":")
        appendJSON(subscription.createdAt)
        let isCurrent =
            subscription.session != nil && subscription.session == caller.token?.selector
        append(isCurrent ? ",\"current\":true" : ",\"current\":false")
        if let time = subscription.lastSuccessAt {
            append(",\"lastSuccessAt\":")
            appendJSON(time)
        }
        if let error = subscription.lastError {
            append(",\"lastError\":")
            appendJSON(error)
        }
        append("}")
    }
}
