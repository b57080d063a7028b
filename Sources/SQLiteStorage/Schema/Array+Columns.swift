/// Names of columns, in SQL.
extension [String] {
    /// The columns, to be selected or inserted.
    var list: String { joined(separator: ", ") }

    /// A numbered parameter for each column.
    var parameters: String {
        indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    }

    /// Sets each column but those to its parameter.
    func assignments(without fixed: [String]) -> String {
        indices.filter { !fixed.contains(self[$0]) }
            .map { "\(self[$0]) = ?\($0 + 1)" }.joined(separator: ", ")
    }
}
