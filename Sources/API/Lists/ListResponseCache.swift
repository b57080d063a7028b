import HTTP
import Items

/// One lane's cache of list responses.
///
///     owner and target ──► hash ──► slot ──► response, with its revision
///
/// A response depends only on the target and the owner's items, and the items only change with the
/// owner's revision. So writes invalidate nothing here: the caller compares the revision of a
/// cached response with the current one.
struct ListResponseCache {
    /// Limits in bytes: of all responses, and of one.
    private static let capacityBytes = 2 << 20
    private static let maximumEntryBytes = 256 << 10
    /// An upper bound of a response's overhead in bytes.
    private static let entryOverhead = 256

    private var responses = [CachedListResponse?](repeating: nil, count: 128)
    /// Marks of target and revision. A response is stored at its second request, so that reading
    /// all pages once evicts nothing.
    private var seen = [UInt64](repeating: 0, count: 512)
    /// The bytes in use.
    private(set) var size = 0
    /// The slot that is evicted next.
    private var hand = 0

    /// The cached response to a target, of any revision; nil if there is none.
    func find(_ target: Span<UInt8>, of owner: Owner) -> CachedListResponse? {
        let number = Self.number(target, owner)
        guard let response = responses[slot(number)], response.matches(target, of: owner) else {
            return nil
        }
        return response
    }

    /// Records a response, and stores it if the same one was recorded before.
    mutating func insert(
        _ target: Span<UInt8>, of owner: Owner, at revision: Int, fields: Span<UInt8>,
        content: Span<UInt8>
    ) {
        let number = Self.number(target, owner)
        let mark = Self.mixed(number, UInt64(truncatingIfNeeded: revision))
        let index = Int(mark % UInt64(seen.count))
        guard seen[index] == mark else { return seen[index] = mark }
        let bytes = target.count + fields.count + content.count + Self.entryOverhead
        guard bytes <= Self.maximumEntryBytes else { return }
        remove(slot(number))
        evict(toFit: bytes)
        responses[slot(number)] = CachedListResponse(
            owner: owner, revision: revision, size: bytes, target: [UInt8](copying: target),
            fields: [UInt8](copying: fields), content: [UInt8](copying: content))
        size += bytes
    }

    private mutating func evict(toFit bytes: Int) {
        while size + bytes > Self.capacityBytes {
            remove(hand)
            hand = (hand + 1) % responses.count
        }
    }

    private mutating func remove(_ slot: Int) {
        size -= responses[slot]?.size ?? 0
        precondition(size >= 0, "a response that is removed twice")
        responses[slot] = nil
    }

    private func slot(_ number: UInt64) -> Int {
        Int(number % UInt64(responses.count))
    }

    /// The FNV-1a hash. A forged collision evicts responses but never returns another target's:
    /// `matches` compares every byte.
    private static func number(_ target: Span<UInt8>, _ owner: Owner) -> UInt64 {
        var number = mixed(0xCBF2_9CE4_8422_2325, UInt64(truncatingIfNeeded: owner.key))
        for index in target.indices { number = mixed(number, UInt64(target[index])) }
        return number
    }

    private static func mixed(_ number: UInt64, _ more: UInt64) -> UInt64 {
        (number ^ more) &* 0x100_0000_01B3
    }
}

/// A cached response: its own header fields and its content.
final class CachedListResponse {
    /// The owner's revision.
    let revision: Int
    let fields: [UInt8]
    let content: [UInt8]
    let size: Int
    private let owner: Owner
    private let target: [UInt8]

    init(
        owner: Owner, revision: Int, size: Int, target: [UInt8], fields: [UInt8],
        content: [UInt8]
    ) {
        self.owner = owner
        self.revision = revision
        self.size = size
        self.target = target
        self.fields = fields
        self.content = content
    }

    /// Whether this is the response to exactly that target.
    func matches(_ target: Span<UInt8>, of owner: Owner) -> Bool {
        let own = self.target
        return self.owner == owner && own.span.equals(target)
    }
}
