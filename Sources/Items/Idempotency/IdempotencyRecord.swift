/// What an owner's requests with an Idempotency-Key are told apart by.
package struct IdempotencyKey: Hashable, Sendable {
    package let key: String
    package let method: String
    /// The URL, query included, as it was sent.
    package let target: String

    /// The key of a request to a target.
    package init(_ key: String, method: String, target: String) {
        self.key = key
        self.method = method
        self.target = target
    }
}

/// An answer as it goes out again.
package struct StoredResponse: Equatable, Sendable {
    package let status: Int
    /// The field lines that are the endpoint's own, each with its line end.
    package let head: [UInt8]
    package let content: [UInt8]

    /// An answer with this status.
    package init(status: Int, head: [UInt8], content: [UInt8]) {
        self.status = status
        self.head = head
        self.content = content
    }
}

/// What is kept under a key.
package struct IdempotencyRecord: Equatable, Sendable {
    package let fingerprint: [UInt8]
    package let answeredAt: Double
    /// Nil when it has made room for others.
    package let response: StoredResponse?

    /// A record of a request that was done then.
    package init(fingerprint: [UInt8], answeredAt: Double, response: StoredResponse?) {
        self.fingerprint = fingerprint
        self.answeredAt = answeredAt
        self.response = response
    }
}
