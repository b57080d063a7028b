/// The state of maintenance, which deletes expired rows and rows of owners that are leaving, and
/// continues without writes.
package enum MaintenanceState: Sendable {
    case done, pending, failed
}
