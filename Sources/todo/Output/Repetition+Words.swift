import ToDoClient

extension Repetition {
    /// The rule in words; a frequency of a later server is its word.
    var words: String { words(.english).sanitized }
}
