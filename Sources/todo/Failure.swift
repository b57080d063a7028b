import CommandLine
import Foundation
import ToDoClient

/// The failure of a command.
enum Failure: Error {
    // The command line.
    case usage(UsageFailure)
    case notANumber(String)
    case notADate(String)
    case notARule(String)
    case notACoordinate(String)
    case notATag(String)
    case notAReminder(String)
    case notAnAddress(String)
    case notAServer(String)
    case nothingToChange
    case nothingToTag
    case nowhereToMove
    case notMovable(String, tag: String?)
    // Numbers and ids.
    case noNumber(Int, last: Int)
    case noSuchItem(String)
    case noConflict(Int, wasListed: Bool)
    // Accounts and servers.
    case noServer
    case needsServer
    case noPassword
    case noEmail
    case noName
    case passwordsDiffer
    case signedInElsewhere(String)
    case sync(SyncError)
    case account(AccountError)
    // Files.
    case store(StoreError)
    case notImported(Int)
    case notAList(String)
    case fileRefused(String, reason: String)
    /// The history has nothing of an item, or no longer what was asked for.
    case notInHistory(String, isKnown: Bool, reason: String)
    case notUTF8
    case inputNotUTF8
    case noNote(String, reason: String)
    /// The program that shows notifications is missing.
    case noNotifier(String)
    case notAToodooServer(String, reason: String)
    /// Sentences about what could not be undone.
    case nothingUndone(String)
    case notDeleted
    case file(String, reason: String)
    case noHome

    /// The code that the process ends with.
    var exitCode: ExitCode {
        switch self {
        case .noNumber, .noSuchItem, .noConflict, .store(.noSuchItem): .notFound
        case .notInHistory(_, let isKnown, _): isKnown ? .refused : .notFound
        case .store(.inUse), .sync(.storage(.inUse)), .account(.storage(.inUse)): .inUse
        case .store(.invalid), .account(.invalid), .account(.signedIn), .noServer: .usage
        case .sync(.noServer): .usage
        case .fileRefused: .refused
        case .notAList, .noNote, .noNotifier, .nothingUndone, .notDeleted: .failed
        case .notAToodooServer: .unreachable
        case .store, .file, .noHome, .sync(.storage), .account(.storage): .failed
        case .sync(.unreachable), .sync(.busy), .sync(.cancelled): .unreachable
        case .account(.unreachable), .account(.tooManyTries): .unreachable
        case .sync, .account: .refused
        default: .usage
        }
    }
}
