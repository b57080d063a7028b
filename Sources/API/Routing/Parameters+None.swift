import HTTP

extension App {
    /// Refuses every parameter, for endpoints that know none.
    func refuseParameters(_ request: borrowing Request) throws(Problem) {
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
    }
}

/// Has no cases: no name is one of them.
private enum NoParameter: Hashable, RawRepresentable, CaseIterable {
    init?(rawValue: String) { nil }

    var rawValue: String {
        switch self {}
    }

    static var allCases: [NoParameter] { [] }
}
