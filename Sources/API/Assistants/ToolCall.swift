import Items

/// A call of a tool whose arguments are valid.
enum ToolCall: Sendable {
    case find(ItemSearch)
    case findDeleted(TrashSearch)
    /// A write, and the key that makes it happen once.
    case write(ItemWrite.Action, key: String?)

    /// Reads the arguments of a tool, with all their faults.
    static func read(
        _ tool: Tool, _ arguments: borrowing JSONValue, _ ids: IDGenerator,
        _ timeZones: any TimeZoneDatabase
    ) -> Result<ToolCall, Problem> {
        var decoder = BodyDecoder()
        let call = decoder.call(tool, arguments, ids, timeZones)
        guard let call, decoder.faults.isEmpty else {
            return .failure(.invalid(decoder.faults, of: decoder.faultCount))
        }
        return .success(call)
    }

    /// The call of a tool without arguments.
    static func readNothing(
        _ tool: Tool, _ ids: IDGenerator, _ timeZones: any TimeZoneDatabase
    ) -> Result<ToolCall, Problem> {
        let nothing = Array("{}".utf8)
        var document = JSONDocument()
        do throws(JSONFault) {
            let root = try document.parse(nothing.span)
            return read(tool, root, ids, timeZones)
        } catch {
            return .failure(.badJSON(error))
        }
    }
}
