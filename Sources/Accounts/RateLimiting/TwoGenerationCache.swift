/// Values by their keys, no more than so many, those that were used lately.
///
/// There are two generations. What is new or used is in the young one; when that is full, it
/// becomes the old one, and what was old is forgotten. So nothing has to be searched for to
/// make room, and what was used within the last `capacity / 2` other keys is still known.
struct TwoGenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    /// How many of a generation there are at most.
    private let generation: Int

    /// At most `capacity` values.
    init(capacity: Int) {
        generation = max(1, capacity / 2)
    }

    /// How many values there are.
    var count: Int { young.count + old.count }

    /// The value of a key, which thereby is used.
    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    /// Remembers a value, or another one than before.
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

    /// Forgets all.
    mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
