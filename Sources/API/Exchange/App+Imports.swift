import Exchange
import HTTP
import Items

/// `POST /imports`: the items of a file, all or none, as one write.
extension App {
    func importFile(
        _ admitted: AdmittedRequest, of caller: Caller, _ request: borrowing Request,
        _ deferred: DeferredResponse
    ) throws(Problem) -> HandlerResult {
        try checkBody(request, admitted)
        let parameters = try ImportParameters(request)
        let options = try WriteOptions(request, epoch: caller.owner.epoch)
        let context = ImportContext(
            now: exchange.clock.now(), timeZone: parameters.timeZone, zones: exchange.timeZones)
        guard let context else {
            throw .badParameter("timeZone", expected: Fault.timeZone)
        }
        let work = ImportWork()
        let file = [UInt8](copying: request.body)
        let isQueued = exchange.queue.add(file.count) {
            work.finishReading(
                Result { () throws(Problem) in
                    try ImportReading(file, as: parameters.format, in: context)
                })
            deferred.resume()
        }
        guard isQueued else { throw .storage(.overloaded) }
        return .stream(
            ImportStream(
                work, parameters, options, of: caller, for: deferred, self))
    }
}

/// The parameters of an import.
struct ImportParameters {
    enum Name: String, CaseIterable { case format, preview, timeZone, onConflict }

    /// Nil recognises the format.
    private(set) var format: ImportFormat?
    private(set) var isPreview = false
    private(set) var timeZone = Repetition.utc
    private(set) var replaces = false

    init(_ request: borrowing Request) throws(Problem) {
        var (format, isPreview, timeZone, replaces) = (format, isPreview, timeZone, replaces)
        try Parameters<Name>.read(request) { (name, value) throws(Problem) in
            let text = String(decoding: [UInt8](copying: value), as: UTF8.self)
            switch (name, text) {
            case (.format, "auto"): format = nil
            case (.format, _):
                format = ImportFormat(rawValue: text)
                if format == nil {
                    let names = ImportFormat.allCases.map(\.rawValue)
                    throw .badParameter(
                        name.rawValue, expected: "auto or " + names.joined(separator: " or "))
                }
            case (.preview, "true"), (.preview, "false"): isPreview = text == "true"
            case (.preview, _): throw .badParameter(name.rawValue, expected: "true or false")
            case (.timeZone, _): timeZone = text
            case (.onConflict, "skip"), (.onConflict, "replace"): replaces = text == "replace"
            case (.onConflict, _):
                throw .badParameter(name.rawValue, expected: "skip or replace")
            }
        }
        (self.format, self.isPreview) = (format, isPreview)
        (self.timeZone, self.replaces) = (timeZone, replaces)
    }
}
