import HTTP
import Items

/// Lists as one lane has answered them lately: who asks again while nothing
/// is written gets the same bytes.
///
///     whose and which ──► a number ──► its slot ──► the answer, and the revision it is of
///
/// An answer depends on what is asked and on the owner's items, and these are what they were as
/// long as the owner's revision says the same. So nothing here is ever thrown away because of a
/// write: whoever finds an answer holds it against the revision that any other answer would be made
/// at.
struct ListResponseCache {
    /// What all answers may take, and what one may, in bytes.
    private static let capacityBytes = 2 << 20
    private static let maximumEntryBytes = 256 << 10
    /// What an answer takes besides its bytes, or more.
    private static let entryOverhead = 256

    private var responses = [CachedListResponse?](repeating: nil, count: 128)
    /// What was asked at which revision. An answer is kept when it was asked
    /// for before, so that pages that are walked through once push nothing out.
    private var seen = [UInt64](repeating: 0, count: 512)
    /// What is kept now, in bytes.
    private(set) var size = 0
    /// Where room is made next.
    private var hand = 0

    /// The answer to that target, of whatever revision, nil when none is kept.
    func find(_ target: Span<UInt8>, of owner: Owner) -> CachedListResponse? {
        let number = Self.number(target, owner)
        guard let response = responses[slot(number)], response.matches(target, of: owner) else {
            return nil
        }
        return response
    }

    /// Takes note of an answer that was just made, and keeps it if it was asked for before.
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
        responses[slot] = nil
    }

    private func slot(_ number: UInt64) -> Int {
        Int(number % UInt64(responses.count))
    }

    /// The FNV-1a hash. Who makes up targets with the same number pushes answers out, and gets none
    /// of another target: that is compared byte by byte.
    private static func number(_ target: Span<UInt8>, _ owner: Owner) -> UInt64 {
        var number = mixed(0xCBF2_9CE4_8422_2325, UInt64(truncatingIfNeeded: owner.key))
        for index in target.indices { number = mixed(number, UInt64(target[index])) }
        return number
    }

    private static func mixed(_ number: UInt64, _ more: UInt64) -> UInt64 {
        (number ^ more) &* 0x100_0000_01B3
    }
}

/// The answer to a list: the fields that belong to it, and its content.
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

    /// Whether it is the answer to that, letter by letter.
    func matches(_ target: Span<UInt8>, of owner: Owner) -> Bool {
        let own = self.target
        return self.owner == owner && own.span.equals(target)
    }
}
