/// How it stands with what is done though nobody writes: owners who have left are erased.
package enum MaintenanceState: Sendable {
    case done, pending, failed
}
