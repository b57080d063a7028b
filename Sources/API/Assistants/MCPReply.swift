import HTTP

/// The response to one request of an assistant.
///
///     {"jsonrpc":"2.0","id":7,"result":{…}}
///     {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"…"}}
struct MCPReply: Sendable {
    let id: MCPID
    let isStateless: Bool
    let version: String

    /// Writes the complete response with a fault of the protocol.
    func write(_ fault: MCPFault, to response: inout ResponseWriter) {
        write(fault.status(isStateless: isStateless), "error", to: &response) { body in
            body.append("\"code\":")
            body.append(decimal: fault.code)
            body.append(",\"message\":")
            body.appendJSON(fault.message)
            if case .unknownVersion(let version) = fault {
                body.append(",\"data\":{\"supported\":")
                body.appendJSON(array: MCPVersion.stateless) { $0.appendJSON($1) }
                body.append(",\"requested\":")
                body.appendJSON(version)
                body.append("}")
            }
        }
    }

    /// Writes the complete response to a method other than a call.
    func write(_ method: MCPMethod, isReadOnly: Bool, to response: inout ResponseWriter) {
        writeResult(to: &response) { body in
            switch method {
            case .discover:
                body.append("\"supportedVersions\":")
                body.appendJSON(array: MCPVersion.stateless) { $0.appendJSON($1) }
                body.append(",")
                body.append(Self.lifetime)
                appendServer(&body)
            case .initialize(let agreed):
                body.append("\"protocolVersion\":")
                body.appendJSON(agreed)
                body.append(",\"serverInfo\":")
                appendInfo(&body)
                appendServer(&body)
            case .listTools:
                if isStateless {
                    body.append(Self.lifetime)
                    body.append(",")
                }
                body.append("\"tools\":")
                body.append(text: isReadOnly ? Tool.readList : Tool.list)
            case .ping, .call: break
            }
        }
    }

    /// Writes the complete response with a result, whose members `write` appends.
    func writeResult(
        to response: inout ResponseWriter, _ write: (inout ByteWriter) -> Void
    ) {
        self.write(.ok, "result", to: &response) { body in
            if isStateless {
                body.append("\"resultType\":\"complete\",\"_meta\":{")
                body.append("\"io.modelcontextprotocol/serverInfo\":")
                appendInfo(&body)
                body.append("},")
            }
            let start = body.count
            write(&body)
            // An empty result, which has no member after the comma, is of the handshake era.
            precondition(body.count > start || !isStateless)
        }
    }

    private func write(
        _ status: Status, _ name: StaticString, to response: inout ResponseWriter,
        _ write: (inout ByteWriter) -> Void
    ) {
        response.start(status)
        response.field("Content-Type", "application/json")
        response.field("Cache-Control", "no-store")
        response.body.append("{\"jsonrpc\":\"2.0\",\"id\":")
        switch id {
        case .number(let number): response.body.append(decimal: number)
        case .text(let text): response.body.appendJSON(text)
        case .unknown: response.body.append("null")
        }
        response.body.append(",\"")
        response.body.append(name)
        response.body.append("\":{")
        write(&response.body)
        response.body.append("}}")
        response.finish()
    }

    /// How long a client may keep the response: an hour, for its own token only.
    private static let lifetime: StaticString = "\"ttlMs\":3600000,\"cacheScope\":\"private\""

    private func appendServer(_ body: inout ByteWriter) {
        body.append(",\"capabilities\":{\"tools\":{}},\"instructions\":")
        body.appendJSON(Tool.instructions)
    }

    private func appendInfo(_ body: inout ByteWriter) {
        body.append("{\"name\":\"toodoo\",\"version\":")
        body.appendJSON(version)
        body.append("}")
    }
}
