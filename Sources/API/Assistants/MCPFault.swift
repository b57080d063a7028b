import HTTP

/// A message that breaks a rule of the protocol, as JSON-RPC 2.0 (§5.1) and MCP number it.
///
/// Faults in the arguments of a tool are not among them: they are a result, which the model reads
/// and corrects.
enum MCPFault: Error, Equatable, Sendable {
    case notJSON(JSONFault)
    case notAMessage
    case noVersion
    /// `initialize` asks for no version.
    case noVersionAskedFor
    case otherHeaders
    case unknownVersion(String)
    case unknownMethod
    case malformedCall
    case unknownTool

    var code: Int {
        switch self {
        case .notJSON: -32700
        case .notAMessage: -32600
        case .unknownMethod: -32601
        case .noVersion, .noVersionAskedFor, .malformedCall, .unknownTool: -32602
        case .otherHeaders: -32020
        case .unknownVersion: -32022
        }
    }

    /// The status of the response. Clients of the handshake look for the code in a 200.
    func status(isStateless: Bool) -> Status {
        switch self {
        case .notJSON, .notAMessage: .badRequest
        case _ where !isStateless: .ok
        case .unknownMethod: .notFound
        case .noVersion, .noVersionAskedFor, .malformedCall, .unknownTool, .otherHeaders,
            .unknownVersion:
            .badRequest
        }
    }

    /// A sentence for the developer of the client.
    var message: String {
        switch self {
        case .notJSON(let fault): "\(fault.detail) at byte \(fault.offset)."
        case .notAMessage:
            "The body must be one request or notification of JSON-RPC 2.0, its id an integer or a "
                + "string."
        case .noVersion:
            "params._meta must have \(MCPMessage.versionKey) and \(MCPMessage.capabilitiesKey)."
        case .noVersionAskedFor: "params must have protocolVersion."
        case .otherHeaders:
            "MCP-Protocol-Version, Mcp-Method and Mcp-Name must come once, and say what the body says."
        case .unknownVersion: "This version of the protocol is not known here."
        case .unknownMethod: "There is no such method."
        case .malformedCall: "A call has the name of a tool, and arguments that are an object."
        case .unknownTool: "There is no such tool."
        }
    }
}
