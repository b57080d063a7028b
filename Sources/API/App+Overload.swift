import HTTP

extension App {
    /// The complete response to a connection over the limit, built without a lane.
    package static func overloadResponse(now: Double) -> [UInt8] {
        var response = ResponseWriter()
        response.setDate(Int64(now))
        var context = ResponseContext()
        context.closes = true
        context.id = .made(.random(in: 0...(.max)))
        response.begin(context)
        Problem.tooManyConnections.write(to: &response)
        return [UInt8](copying: response.out)
    }
}
