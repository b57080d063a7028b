/// The identity of a request with an Idempotency-Key, within its owner.
package struct IdempotencyKey: Hashable, Sendable {
    package let key: String
    package let method: String
    /// The URL with its query, as sent.
    package let target: String

    /// The identity of a request by key, method and target.
    package init(_ key: String, method: String, target: String) {
        self.key = key
        self.method = method
        self.target = target
    }
}

/// The response that is replayed to a repeated request.
package struct StoredResponse: Equatable, Sendable {
    package let status: Int
    /// The endpoint's own field lines, each with its line end.
    package let head: [UInt8]
    package let content: [UInt8]

    /// A response with its field lines and content.
    package init(status: Int, head: [UInt8], content: [UInt8]) {
        self.status = status
        self.head = head
        self.content = content
    }
}

/// The record stored for a request with an Idempotency-Key.
package struct IdempotencyRecord: Equatable, Sendable {
    package let fingerprint: [UInt8]
    package let answeredAt: Double
    /// Nil when the content was evicted.
    package let response: StoredResponse?

    /// A record of a request that was performed at `answeredAt`.
    package init(fingerprint: [UInt8], answeredAt: Double, response: StoredResponse?) {
        self.fingerprint = fingerprint
        self.answeredAt = answeredAt
        self.response = response
    }
}
