import HTTP
package import Items

/// Whether requests have to say whose items they are about.
package enum Access: Sendable {
    /// Whoever can connect has the items of this one owner.
    case everyone(Owner)
}

extension App {
    /// Whose items the request is about.
    func owner(of request: borrowing Request) throws(Problem) -> Owner {
        switch access {
        case .everyone(let owner): return owner
        }
    }

    /// Reads what every request depends on, so that a database that does not answer is noticed.
    func checkStorage() throws(StorageFailure) {
        switch access {
        case .everyone(let owner): _ = try items.clock(of: owner)
        }
    }
}
