public import Foundation

// Sentences for the user.

extension StoreError: LocalizedError {
    /// The reason, for the user.
    public var errorDescription: String? { sentence }

    package var sentence: String {
        switch self {
        case .invalid(let faults): faults.map(\.sentence).joined(separator: " ")
        case .alreadyExists: "The item exists already."
        case .noSuchItem: "The item does not exist any more."
        case .notASaveFile: "The file is not a JSON array of items."
        case .inUse: "Another process uses the items; try again when it has ended."
        case .closed: "The items are closed."
        case .disk(let reason):
            "The items could not be read or written: \(reason.withoutLastDot)."
        }
    }
}
