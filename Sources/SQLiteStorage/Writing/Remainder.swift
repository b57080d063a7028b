/// How it stands with what is done though nobody writes: owners who have left are erased, texts that
/// came faster than they became searchable do, and trigrams are made anew.
package enum Remainder: Sendable {
    case done, goesOn, failed
}
