package import Accounts
package import Items

/// What subscriptions need on one lane.
package struct PushServices {
    /// What all lanes share.
    package struct Shared: Sendable {
        /// The key that browsers subscribe with, in base64url.
        let publicKey: String
        let addresses: PushAddresses
        let writer: any AccountWriter
        let zones: any TimeZoneDatabase
        /// Whether the bytes are an uncompressed point of P-256.
        let isPoint: @Sendable ([UInt8]) -> Bool
        /// Call this when a subscription was made.
        let start: @Sendable () -> Void
        /// Sends a message to try a subscription; false if too many wait.
        let test: @Sendable (Subscription) -> Bool
        let tests: RateLimiter<SubscriptionHandle>

        package init(
            publicKey: String, addresses: PushAddresses, writer: any AccountWriter,
            zones: any TimeZoneDatabase, isPoint: @escaping @Sendable ([UInt8]) -> Bool,
            start: @escaping @Sendable () -> Void,
            test: @escaping @Sendable (Subscription) -> Bool,
            steady: @escaping @Sendable () -> UInt64
        ) {
            self.publicKey = publicKey
            self.addresses = addresses
            self.writer = writer
            self.zones = zones
            self.isPoint = isPoint
            self.start = start
            self.test = test
            tests = RateLimiter(Rate(1, per: 1), now: steady)
        }
    }

    let shared: Shared
    let repository: any AccountRepository

    package init(_ shared: Shared, repository: any AccountRepository) {
        self.shared = shared
        self.repository = repository
    }
}
