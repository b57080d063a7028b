import HTTP
import Items

extension App {
    /// Refuses a body of a type that the endpoint does not accept, and any content coding.
    ///
    /// An empty body passes whatever its type.
    func checkType(_ request: borrowing Request, _ types: BodyPolicy.Types) throws(Problem) {
        let framing = request.head.framing
        guard types != .none, framing != .none, framing != .length(0) else { return }
        // Another recipient may read the other one.
        guard request.head.count(of: .contentType) <= 1 else { throw .repeatedType(types) }
        guard let type = request.value(.contentType), takes(type, types) else {
            throw .unsupportedMediaType(types)
        }
        try request.head.forEach(.contentEncoding) { line throws(Problem) in
            let coding = request.bytes.slice(line)
            guard coding.isEmpty || coding.equalsIgnoringCase("identity") else {
                throw .contentCoding
            }
        }
    }

    private func takes(_ type: Span<UInt8>, _ types: BodyPolicy.Types) -> Bool {
        types.names.contains { MediaType.matches(type, $0) }
    }

    /// Checks the body's type, its transfer and `Accept`, in the documented order.
    ///
    /// The content of the body is decoded afterwards.
    func checkBody(
        _ request: borrowing Request, _ admitted: AdmittedRequest
    ) throws(Problem) {
        // Only after the last chunk is it known that a chunked body is empty.
        let isNothing =
            request.head.framing == .chunked && request.body.isEmpty && request.bodyFault == nil
        if let fault = admitted.typeFault, !isNothing { throw fault }
        try checkBodyAndAccept(request)
    }

    /// Refuses a body that is too large, an `Accept` without JSON, then an incomplete body.
    func checkBodyAndAccept(_ request: borrowing Request) throws(Problem) {
        try checkBodyAndAccept(
            request,
            isAcceptable: request.head.accepts("application", "json", in: request.bytes))
    }

    /// The same for endpoints with other response types than JSON.
    func checkBodyAndAccept(_ request: borrowing Request, isAcceptable: Bool) throws(Problem) {
        if case .tooLarge(let limit) = request.bodyFault { throw .contentTooLarge(limit: limit) }
        guard isAcceptable else { throw .notAcceptable }
        try checkBodyFault(request)
    }

    /// Refuses a request whose body did not arrive completely.
    func checkBodyFault(_ request: borrowing Request) throws(Problem) {
        switch request.bodyFault {
        case nil: break
        case .tooLarge(let limit): throw .contentTooLarge(limit: limit)
        case .malformed(let fault): throw .badChunks(fault)
        case .timedOut: throw .tooSlow
        case .overloaded: throw .tooManyBodies
        }
    }

    /// Parses the body as JSON and decodes it; throws all faults found.
    func decode<Value>(
        _ request: borrowing Request,
        _ decode: (inout BodyDecoder, borrowing JSONValue) -> Value?
    ) throws(Problem) -> Value {
        try self.decode(request.body, decode)
    }

    /// Parses the bytes of a body as JSON and decodes them; throws all faults found.
    func decode<Value>(
        _ body: Span<UInt8>,
        _ decode: (inout BodyDecoder, borrowing JSONValue) -> Value?
    ) throws(Problem) -> Value {
        defer { document.removeAll(keeping: 4_096) }
        var decoder = BodyDecoder()
        let value: Value?
        do throws(JSONFault) {
            let root = try document.parse(body)
            value = decode(&decoder, root)
        } catch {
            // The elements read so far already exceed the limit, which is the more useful fault.
            if case .tooManyValues = error, document.elements > ItemRules.itemsPerRequest {
                throw .invalid([Fault(pointer: "", reason: .tooManyItems)], of: 1)
            }
            throw .badJSON(error)
        }
        guard let value, decoder.faults.isEmpty else {
            throw .invalid(decoder.faults, of: decoder.faultCount)
        }
        return value
    }
}
