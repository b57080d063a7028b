/// How it stands with what is done though nobody writes: owners who have left are erased.
package enum Remainder: Sendable {
    case done, goesOn, failed
}
