import Foundation

extension Error {
    /// The reason in a few words, without the names and numbers of Foundation's errors.
    package var plainReason: String {
        switch self {
        case is DecodingError: "the content is damaged"
        case let error as POSIXError: SystemError.text(of: error.code.rawValue)
        case let error as CocoaError:
            // Foundation describes the failures of most calls only by a number.
            (error.underlying as? POSIXError)?.plainReason ?? error.localizedDescription
        case let error as NSError where type(of: self) is NSError.Type:
            error.localizedDescription
        default: String(describing: self)
        }
    }
}
