/// Column names, as parts of SQL.
extension [String] {
    /// The column list of a SELECT or an INSERT.
    var list: String { joined(separator: ", ") }

    /// A numbered parameter for each column.
    var parameters: String {
        indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    }

    /// Assigns each column except `fixed` to its parameter.
    func assignments(without fixed: [String]) -> String {
        indices.filter { !fixed.contains(self[$0]) }
            .map { "\(self[$0]) = ?\($0 + 1)" }.joined(separator: ", ")
    }
}
