import HTTP

/// The description of the API, in three forms of one document.
///
/// All are read-only data of the program. `ReferenceTests.swift` makes the JSON and the page of the
/// YAML, and compares them.
extension App {
    /// The forms for machines.
    enum DescriptionFormat {
        case yaml
        case json
    }

    /// Writes the OpenAPI description.
    func describe(
        _ request: borrowing Request, _ response: inout ResponseWriter, _ format: DescriptionFormat
    ) throws(Problem) -> HandlerResult {
        try checkBodyFault(request)
        try refuseParameters(request)
        response.start(.ok)
        switch format {
        case .yaml:
            response.field("Content-Type", "application/yaml")
            response.field("Cache-Control", "no-cache")
            response.finish(with: EmbeddedForm.yaml.bytes)
        case .json:
            response.field("Content-Type", "application/json")
            response.field("Cache-Control", "no-cache")
            response.finish(with: EmbeddedForm.json.bytes)
        }
        return .written
    }

    /// Writes the page for people.
    func showReference(
        _ request: borrowing Request, _ response: inout ResponseWriter
    ) throws(Problem) -> HandlerResult {
        // Another version of the program has another page.
        try show(Self.reference, cacheControl: "no-cache", request, &response)
    }

    private static let reference = HTMLPage([UInt8](copying: EmbeddedForm.reference.bytes))
}
