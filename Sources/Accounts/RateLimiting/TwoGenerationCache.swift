/// A bounded cache that approximates least-recently-used with two generations.
///
/// New and used entries go to the young generation. When it is full, it replaces the old one, which
/// is dropped. So eviction searches nothing, and an entry used within the last `capacity / 2` other
/// keys is still there.
struct TwoGenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    /// The most entries of a generation.
    private let generation: Int

    /// An empty cache of at most `capacity` values.
    init(capacity: Int) {
        generation = max(1, capacity / 2)
    }

    /// The number of values.
    var count: Int { young.count + old.count }

    /// The value of a key, marked as used.
    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    /// Stores or replaces a value.
    mutating func insert(_ value: Value, for key: Key) {
        if young[key] == nil {
            old[key] = nil
            if young.count >= generation {
                old = young
                young = [:]
            }
        }
        young[key] = value
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
