/// How it stands with what is done though nobody writes: owners who have left are erased, and texts
/// that came faster than they became searchable do.
package enum Remainder: Sendable {
    case done, goesOn, failed
}
