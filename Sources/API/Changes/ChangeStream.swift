import Accounts
import HTTP
import Items

/// A live stream of one owner's changes to one client.
///
///     fill ──► the token is valid ──► the owner's revision ──► the changes behind the position
///
/// Each step is a read. It continues at once, or fills `arrived` later and resumes the stream. The
/// stream holds the client's position only: no transaction, no connection, no events.
final class ChangeStream: ResponseStream {
    private let app: App
    private let caller: Caller
    private let handle: RequestHandle
    /// The client's position; nil if it cannot be served, which a `reset` event reports.
    private var position: ChangePosition?
    private var isNew = true
    /// Whether a read is in progress, whose rows come later.
    private var isReading = false
    /// Whether the revision is read once more, because a signal may have arrived meanwhile.
    private var isLookingAgain = false
    /// The bytes written from rows that came later, and the step after them.
    private var arrived = ByteWriter()
    private var arrivedStep: StreamStep?

    init(_ app: App, of caller: Caller, from position: ChangePosition?, _ handle: RequestHandle) {
        self.app = app
        self.caller = caller
        self.position = position
        self.handle = handle
    }

    var isLive: Bool { true }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        // A comment right after the head: some proxies hold back a response without content.
        if isNew { heartbeat(&response.body) }
        isNew = false
        guard !isReading else { return .wait }
        let step: StreamStep?
        if let arrivedStep {
            self.arrivedStep = nil
            response.body.append(arrived)
            arrived = ByteWriter()
            guard arrivedStep == .wait, !isLookingAgain else {
                isLookingAgain = false
                return arrivedStep
            }
            // The rows may be older than a signal that has arrived since the read was sent.
            isLookingAgain = true
            step = findRevision(&response.body)
            if step != nil { isLookingAgain = false }
        } else {
            step = authorize(&response.body)
        }
        isReading = step == nil
        return step ?? .wait
    }

    func heartbeat(_ body: inout ByteWriter) {
        body.append(":\n\n")
    }

    /// Takes a step of rows that came later.
    private func arrive(_ step: (inout ByteWriter) -> StreamStep?) {
        guard let step = step(&arrived) else { return }
        arrivedStep = step
        isReading = false
        app.waiting?.resume(handle)
    }

    private func authorize(_ body: inout ByteWriter) -> StreamStep? {
        guard case .accounts(let accounts) = app.authMode, let token = caller.token else {
            return findRevision(&body)
        }
        return accounts.tokens.isValid(token) { isValid in
            authorized(isValid, &body)
        } later: {
            { [self] isValid in arrive { authorized(isValid, &$0) } }
        } ?? nil
    }

    private func authorized(
        _ isValid: Result<Bool, StorageFailure>, _ body: inout ByteWriter
    ) -> StreamStep? {
        switch isValid {
        case .success(true): findRevision(&body)
        case .success(false): .end
        case .failure(let failure): fail(failure)
        }
    }

    private func findRevision(_ body: inout ByteWriter) -> StreamStep? {
        let owner = caller.owner
        if let known = app.feed.revision(of: owner) { return advance(to: known, &body) }
        return app.items.perform(.knownRevision(owner)) { items in
            do throws(StorageFailure) {
                let revision = try items.revision(of: owner)
                app.feed.note(revision, of: owner)
                return advance(to: revision, &body)
            } catch {
                return fail(error)
            }
        } later: {
            { [self] items in
                arrive { body in
                    do throws(StorageFailure) {
                        return advance(to: try items.revision(of: owner), &body)
                    } catch {
                        return fail(error)
                    }
                }
            }
        } ?? nil
    }

    private func advance(to revision: Int, _ body: inout ByteWriter) -> StreamStep? {
        let now = ChangePosition.after(revision: revision)
        if position == now { return .wait }
        guard let position else { return reset(to: now, &body) }
        if let page = app.feed.append(behind: position, of: caller.owner, at: revision, to: &body) {
            return proceed(page)
        }
        return app.items.perform(app.feed.read(behind: position, of: caller.owner)) { items in
            show(items, behind: position, now, &body)
        } later: {
            { [self] items in arrive { show(items, behind: position, now, &$0) } }
        } ?? nil
    }

    private func show(
        _ items: any ItemRows, behind position: ChangePosition, _ now: ChangePosition,
        _ body: inout ByteWriter
    ) -> StreamStep {
        do throws(StorageFailure) {
            let page = try app.feed.append(items, behind: position, of: caller.owner, to: &body)
            guard let page else { return reset(to: now, &body) }
            return proceed(page)
        } catch {
            return fail(error)
        }
    }

    private func proceed(_ page: ChangePage) -> StreamStep {
        position = page.position
        return page.hasMore ? .more : .wait
    }

    private func reset(to now: ChangePosition, _ body: inout ByteWriter) -> StreamStep {
        position = now
        var data = ByteWriter()
        // A browser discards an event without data (html.spec.whatwg.org, 9.2.6).
        data.append("{}")
        body.appendEvent(
            "reset", id: ChangeToken(epoch: caller.owner.epoch, position: now), data: data)
        return .more
    }

    private func fail(_ failure: StorageFailure) -> StreamStep {
        app.report(failure)
        return .failed
    }
}
