/// How it stands with what is left of owners who have left.
package enum Erasure: Sendable {
    case done, goesOn, failed
}
