/// What storage can fail at, with a sentence for the operator.
package enum StorageFailure: Error, Equatable, Sendable {
    /// No room is left on the device.
    case full(String)
    /// Someone else holds the database.
    case busy(String)
    case inputOutput(String)
    case corrupt(String)
    case readOnly(String)
    /// Too much work is waiting already.
    case overloaded
    /// The server is going down and takes no more.
    case stopped
    case unexpected(String)
}
