import HTTP
import Items

/// The id of a request, which its response repeats.
enum MCPID: Equatable, Sendable {
    case number(Int)
    case text(String)
    /// The response says `null`.
    case unknown

    fileprivate init?(_ value: borrowing JSONValue) {
        if let text = value.string() {
            self = .text(text)
        } else if let number = value.int() {
            self = .number(number)
        } else {
            return nil
        }
    }
}

/// A method with the parameters that it needs.
enum MCPMethod: Sendable {
    case discover
    case initialize(version: String)
    case ping
    case listTools
    case call(Tool, Result<ToolCall, Problem>)
}

/// A request of a client.
struct MCPMessage: Sendable {
    static let versionKey = "io.modelcontextprotocol/protocolVersion"
    static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

    let id: MCPID
    /// Whether the request belongs to the era without a handshake.
    let isStateless: Bool
    let method: Result<MCPMethod, MCPFault>

    /// Reads a message; nil is a notification, which has no response.
    static func read(
        _ root: borrowing JSONValue, _ request: borrowing Request, _ ids: IDGenerator,
        _ timeZones: any TimeZoneDatabase
    ) -> Result<MCPMessage?, MCPFault> {
        guard root.kind == .object else { return .failure(.notAMessage) }
        var id: MCPID?
        if let value = root.member("id") {
            id = MCPID(value)
            guard id != nil else { return .failure(.notAMessage) }
        }
        let name = name(of: root)
        guard let id else { return name == nil ? .failure(.notAMessage) : .success(nil) }
        guard let name else {
            let fault = MCPMessage(id: id, isStateless: true, method: .failure(.notAMessage))
            return .success(fault)
        }
        let parameters = MCPParameters(root)
        let isStateless = parameters.hasVersion || request.namesStatelessVersion
        let method: Result<MCPMethod, MCPFault>
        do throws(MCPFault) {
            if isStateless { try parameters.check(name, request) }
            method = .success(
                try self.method(name, isStateless, parameters, root, ids, timeZones))
        } catch {
            method = .failure(error)
        }
        return .success(MCPMessage(id: id, isStateless: isStateless, method: method))
    }

    /// The method of a well-formed message; nil if it is malformed.
    private static func name(of root: borrowing JSONValue) -> String? {
        guard let version = root.member("jsonrpc"), version.string() == "2.0" else { return nil }
        if let params = root.member("params"), !params.isNull, params.kind != .object { return nil }
        guard let method = root.member("method") else { return nil }
        return method.string()
    }

    private static func method(
        _ name: String, _ isStateless: Bool, _ parameters: MCPParameters,
        _ root: borrowing JSONValue, _ ids: IDGenerator, _ timeZones: any TimeZoneDatabase
    ) throws(MCPFault) -> MCPMethod {
        switch (name, isStateless) {
        case ("server/discover", true): return .discover
        case ("initialize", false):
            guard let asked = parameters.asked else { throw .noVersionAskedFor }
            return .initialize(version: MCPVersion.agreed(on: asked))
        case ("ping", false): return .ping
        case ("tools/list", _): return .listTools
        case ("tools/call", _):
            guard let name = parameters.name else { throw .malformedCall }
            guard let tool = Tool(rawValue: name) else { throw .unknownTool }
            if let params = root.member("params"), let arguments = params.member("arguments"),
                !arguments.isNull
            {
                guard arguments.kind == .object else { throw .malformedCall }
                return .call(tool, ToolCall.read(tool, arguments, ids, timeZones))
            }
            return .call(tool, ToolCall.readNothing(tool, ids, timeZones))
        default: throw .unknownMethod
        }
    }
}
