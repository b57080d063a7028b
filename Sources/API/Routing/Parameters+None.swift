import HTTP

extension App {
    func refuseParameters(_ request: borrowing Request) throws(Problem) {
        try Parameters<NoParameter>.read(request) { (_, _) throws(Problem) in }
    }
}

/// An enum without cases, so every name is unknown.
private enum NoParameter: Hashable, RawRepresentable, CaseIterable {
    init?(rawValue: String) { nil }

    var rawValue: String {
        switch self {}
    }

    static var allCases: [NoParameter] { [] }
}
