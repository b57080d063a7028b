import Accounts
import HTTP
import Items

/// `POST /mcp`: the Model Context Protocol (MCP), for assistants.
///
///     message ──► era ──► method ──► tool ──► a read, or a write that one undo takes back
///
/// Each message is answered on its own: there is no session. The token determines the owner and the
/// scope, as on every route.
extension App {
    func assist(
        _ admitted: AdmittedRequest, by caller: Caller, _ request: borrowing Request,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        guard let assistants else { throw .noSuchRoute }
        try checkBody(request, admitted)
        try refuseParameters(request)
        switch message(of: request, assistants) {
        case .failure(let fault):
            MCPReply(id: .unknown, isStateless: true, version: assistants.version)
                .write(fault, to: &response)
            return .written
        case .success(nil):
            response.start(.accepted)
            response.field("Cache-Control", "no-store")
            response.finish()
            return .written
        case .success(let message?):
            let reply = MCPReply(
                id: message.id, isStateless: message.isStateless, version: assistants.version)
            switch message.method {
            case .failure(let fault): reply.write(fault, to: &response)
            case .success(.call(let tool, let call)):
                return answer(tool, call, by: caller, reply, &response, deferred)
            case .success(let method):
                reply.write(method, isReadOnly: caller.token?.scope == .read, to: &response)
            }
            return .written
        }
    }

    private func message(
        of request: borrowing Request, _ assistants: Assistants
    ) -> Result<MCPMessage?, MCPFault> {
        defer { document.removeAll(keeping: 4_096) }
        do throws(JSONFault) {
            let root = try document.parse(request.body)
            return MCPMessage.read(root, request, ids, assistants.timeZones)
        } catch {
            return .failure(.notJSON(error))
        }
    }

    private func answer(
        _ tool: Tool, _ call: Result<ToolCall, Problem>, by caller: Caller, _ reply: MCPReply,
        _ response: inout ResponseWriter, _ deferred: DeferredResponse
    ) -> HandlerResult {
        let reply = ToolReply(reply: reply, tool: tool, report: report)
        if caller.token?.scope == .read, tool != .findItems {
            reply.refuse(.readOnlyToken, &response)
            return .written
        }
        switch call {
        case .failure(let problem):
            reply.refuse(problem, &response)
            return .written
        case .success(.find(let search)):
            return find(search, of: caller.owner, reply, &response, deferred)
        case .success(.findDeleted(let search)):
            return findDeleted(search, of: caller.owner, reply, &response, deferred)
        case .success(.write(let action, let key)):
            let write = ItemWrite(
                owner: caller.owner, action: action, isBoundToEpoch: authMode.requiresTokens,
                label: caller.token?.label)
            items.submit(write, once: reply.once(write, key)) { outcome in
                deferred.send { reply.write(outcome, to: &$0) }
            }
            return .deferred
        }
    }
}
