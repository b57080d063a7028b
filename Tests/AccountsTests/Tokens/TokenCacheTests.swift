import Accounts
import Items
import TestSupport
import Testing

@Suite struct `A token cache` {
    @Test func `is empty and has no memory at first`() {
        var cache = TokenCache(capacity: 65_536)

        let found = cache.value(of: TokenHash(low: 0, high: 0))
        cache.remove(TokenHash(low: 0, high: 0))

        #expect(found == nil)
        #expect((cache.count, cache.allocated) == (0, 0))
    }

    @Test(arguments: [TokenHash(low: 1, high: 2), TokenHash(low: 0, high: 0)])
    func `finds a token until it is removed`(hash: TokenHash) {
        var cache = TokenCache(capacity: 65_536)
        let token = AuthenticatedToken.number(1)

        cache.insert(token, for: hash)
        let found = cache.value(of: hash)
        cache.remove(hash)

        #expect(found === token)
        #expect(cache.value(of: hash) == nil)
        #expect(cache.count == 0)
    }

    /// Hashes that are equal in one word, or in the bits that select a set.
    @Test(arguments: [
        TokenHash(low: 1, high: 1), TokenHash(low: 2, high: 2), TokenHash(low: 2, high: 1),
        TokenHash(low: 1 | 1 << 63, high: 2), TokenHash(low: 1, high: 2 | 1 << 63),
    ])
    func `finds nothing by a similar hash`(other: TokenHash) {
        var cache = TokenCache(capacity: 65_536)

        cache.insert(.number(1), for: TokenHash(low: 1, high: 2))

        #expect(cache.value(of: other) == nil)
    }

    @Test func `has the last token of a hash, once`() {
        var cache = TokenCache(capacity: 65_536)
        let (hash, last) = (TokenHash(low: 1, high: 2), AuthenticatedToken.number(2))

        for token in [.number(1), last] { cache.insert(token, for: hash) }

        #expect(cache.value(of: hash) === last)
        #expect(cache.count == 1)
    }

    @Test(arguments: [(1, 8), (8, 8), (10, 8), (16, 16), (1_000, 512), (4_096, 4_096)])
    func `holds at most a power of two of tokens`(capacity: Int, room: Int) {
        var cache = TokenCache(capacity: capacity)

        for entry in Entry.random(3 * capacity + 16) { cache.insert(entry.token, for: entry.hash) }

        #expect(cache.allocated == room)
        #expect(cache.count <= room)
    }

    @Test func `grows fourfold and keeps all tokens`() {
        var cache = TokenCache(capacity: 65_536)
        let entries = Entry.random(13_000)
        var rooms: [Int] = []

        for entry in entries {
            cache.insert(entry.token, for: entry.hash)
            if rooms.last != cache.allocated { rooms.append(cache.allocated) }
        }

        #expect(rooms == [1_024, 4_096, 16_384])
        #expect(cache.count == entries.count)
        #expect(entries.allSatisfy { cache.value(of: $0.hash) === $0.token })
    }

    @Test func `keeps nearly all tokens up to nine tenths of its slots`() {
        var cache = TokenCache(capacity: 4_096)
        let entries = Entry.random(3_686)

        for entry in entries { cache.insert(entry.token, for: entry.hash) }
        let kept = entries.count { cache.value(of: $0.hash) === $0.token }

        #expect(kept > 3_650)
    }

    @Test func `replaces the least recently used token`() {
        var cache = TokenCache(capacity: 8)
        let entries = Entry.random(12)
        for entry in entries.prefix(8) { cache.insert(entry.token, for: entry.hash) }

        for number in [6, 0, 3] { _ = cache.value(of: entries[number].hash) }
        for entry in entries.suffix(4) { cache.insert(entry.token, for: entry.hash) }
        let kept = entries.indices.filter { cache.value(of: entries[$0].hash) != nil }

        #expect(kept == [0, 3, 6, 7, 8, 9, 10, 11])
    }

    @Test func `never returns another token, in random use`() {
        var (cache, source) = (TokenCache(capacity: 64), SplitMix64(seed: 7))
        let entries = Entry.random(300)
        var (hits, wrong) = (0, 0)

        for _ in 0..<20_000 {
            let entry = entries[Int(source.next() % 300)]
            switch source.next() % 8 {
            case 0: cache.remove(entry.hash)
            case 1, 2: cache.insert(entry.token, for: entry.hash)
            default:
                guard let found = cache.value(of: entry.hash) else { continue }
                hits += 1
                if found !== entry.token { wrong += 1 }
            }
        }

        #expect(hits > 1_000)
        #expect(wrong == 0)
    }

    @Test func `keeps tokens in use while others come and go`() {
        var cache = TokenCache(capacity: 1_024)
        let (used, others) = (Entry.random(50), Entry.random(20_000, seed: 2))
        for entry in used { cache.insert(entry.token, for: entry.hash) }

        var kept = true
        for (number, entry) in others.enumerated() {
            cache.insert(entry.token, for: entry.hash)
            let entry = used[number % used.count]
            kept = kept && cache.value(of: entry.hash) === entry.token
        }

        #expect(kept)
        #expect(cache.count > 1_000)
    }

    @Test func `releases removed and replaced tokens`() {
        var cache = TokenCache(capacity: 8)
        weak var first: AuthenticatedToken?
        weak var removed: AuthenticatedToken?

        do {
            let (one, two) = (AuthenticatedToken.number(1), AuthenticatedToken.number(2))
            (first, removed) = (one, two)
            cache.insert(one, for: TokenHash(low: 1, high: 1))
            cache.insert(two, for: TokenHash(low: 2, high: 2))
        }
        cache.remove(TokenHash(low: 2, high: 2))
        for entry in Entry.random(50) { cache.insert(entry.token, for: entry.hash) }

        #expect(first == nil)
        #expect(removed == nil)
    }

    @Test func `does not allocate at a lookup`() {
        var cache = TokenCache(capacity: 65_536)
        let entries = Entry.random(2_100)
        for entry in entries.prefix(2_000) { cache.insert(entry.token, for: entry.hash) }
        let hashes = entries.map(\.hash)
        var found = 0

        let count = allocations {
            for index in 0..<2_100 where cache.value(of: hashes[index]) != nil { found += 1 }
        }

        #expect(found == 2_000)
        #expect(count == 0)
    }
}

/// A random hash and a token.
private struct Entry {
    let hash: TokenHash
    let token: AuthenticatedToken

    /// The entries are the same in each run, because the fill level at which a cache grows depends
    /// on the hashes.
    static func random(_ count: Int, seed: UInt64 = 1) -> [Entry] {
        var source = SplitMix64(seed: seed)
        return (0..<count).map { number in
            Entry(hash: TokenHash(low: source.next(), high: source.next()), token: .number(number))
        }
    }
}

extension AuthenticatedToken {
    fileprivate static func number(_ number: Int) -> AuthenticatedToken {
        let token = TokenText.random()
        let stored = Token(
            selector: token.selector, digest: token.digest,
            owner: Owner(key: number, epoch: "test"), createdAt: 0, lastUsedAt: 0, expiresAt: 1)
        return AuthenticatedToken(stored, revocations: 0)
    }
}
