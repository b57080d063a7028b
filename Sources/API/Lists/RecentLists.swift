import HTTP
import Items

/// Lists as one lane has answered them lately: who asks again while nothing
/// is written gets the same bytes.
///
///     whose and which ──► a number ──► its place ──► the answer, and the revision it is of
///
/// An answer depends on what is asked and on the owner's items, and these are what they were as
/// long as the owner's revision says the same. So nothing here is ever thrown away because of a
/// write: whoever finds an answer holds it against the revision that any other answer would be made
/// at.
struct RecentLists {
    /// What all answers may take, and what one may, in bytes.
    private static let room = 2 << 20
    private static let largest = 256 << 10
    /// What an answer takes besides its bytes, or more.
    private static let frame = 256

    private var answers = [RecentList?](repeating: nil, count: 128)
    /// What was asked at which revision. An answer is kept when it was asked
    /// for before, so that pages that are walked through once push nothing out.
    private var asked = [UInt64](repeating: 0, count: 512)
    /// What is kept now, in bytes.
    private(set) var size = 0
    /// Where room is made next.
    private var hand = 0

    /// The answer to that target, of whatever revision, nil when none is kept.
    func find(_ target: Span<UInt8>, of owner: Owner) -> RecentList? {
        let number = Self.number(target, owner)
        guard let answer = answers[place(number)], answer.answers(target, of: owner) else {
            return nil
        }
        return answer
    }

    /// Takes note of an answer that was just made, and keeps it if it was asked for before.
    mutating func note(
        _ target: Span<UInt8>, of owner: Owner, at revision: Int, fields: Span<UInt8>,
        content: Span<UInt8>
    ) {
        let number = Self.number(target, owner)
        let mark = Self.mixed(number, UInt64(truncatingIfNeeded: revision))
        let slot = Int(mark % UInt64(asked.count))
        guard asked[slot] == mark else { return asked[slot] = mark }
        let bytes = target.count + fields.count + content.count + Self.frame
        guard bytes <= Self.largest else { return }
        drop(place(number))
        makeRoom(bytes)
        answers[place(number)] = RecentList(
            owner: owner, revision: revision, size: bytes, target: [UInt8](copying: target),
            fields: [UInt8](copying: fields), content: [UInt8](copying: content))
        size += bytes
    }

    private mutating func makeRoom(_ bytes: Int) {
        while size + bytes > Self.room {
            drop(hand)
            hand = (hand + 1) % answers.count
        }
    }

    private mutating func drop(_ place: Int) {
        size -= answers[place]?.size ?? 0
        answers[place] = nil
    }

    private func place(_ number: UInt64) -> Int {
        Int(number % UInt64(answers.count))
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
final class RecentList {
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
    func answers(_ target: Span<UInt8>, of owner: Owner) -> Bool {
        let own = self.target
        return self.owner == owner && own.span.equals(target)
    }
}
