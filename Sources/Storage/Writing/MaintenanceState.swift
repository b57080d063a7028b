/// The state of deleting what has expired and the rows of owners that are leaving, which continues
/// without writes.
package enum MaintenanceState: Sendable {
    case done, pending, failed
}
