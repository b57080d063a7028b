import Accounts
import Items

/// One fault in a body that parsed, with its place.
struct Fault: Equatable, Sendable {
    enum Reason: Equatable, Sendable {
        case wrongType(expected: String)
        case missing
        case unknownMember
        /// The beginning of the name and its length in bytes.
        case longUnknownName(String, bytes: Int)
        case notClearable
        case notAnID
        case otherID
        case idForMany
        case repeatedID
        case tooManyItems
        case tooManySubscriptions
        case rule(ItemFault)
        case dueDate(FaultyDueDate.Fault)
        case tag(TagFault)
        case account(AccountFault)
    }

    /// The unit of a time: clients send milliseconds and ISO 8601 as well.
    static let timeUnit = "seconds since 1970, such as 1795262400"
    static let day = "a date of the years 0001 to 9999, such as 2026-12-04"
    static let time = "a time of the day, such as 09:00 or 09:00:30"
    static let timeZone = "the name of a time zone, such as Europe/Berlin"
    static let position =
        "a key of a fractional index in base 62 of at most \(OrderKey.characters) characters, "
        + "such as a0 or a0V"
    static let days =
        "one to seven different days, such as [\"mo\",\"th\"], or [\"-1fr\"], the last of a month"

    let pointer: String
    let reason: Reason

    /// A fault at a JSON Pointer (RFC 6901).
    init(pointer: String, reason: Reason) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The end of a sentence that begins with the pointer.
    var detail: String {
        switch reason {
        case .wrongType(let expected): "must be \(expected)"
        case .missing: "is required"
        case .unknownMember: "is not a member of this object"
        case .longUnknownName(let beginning, let bytes):
            "has a member \"\(beginning)…\" (\(bytes) bytes) that is unknown"
        case .notClearable: "is required and cannot be cleared with null"
        case .notAnID: "must be a UUID"
        case .otherID: "must be the item's own id, or be left out"
        case .idForMany: "cannot be given to many items at once"
        case .repeatedID: "is the id of an earlier item in the same request"
        case .tooManyItems:
            "has more than \(ItemRules.itemsPerRequest) items, the most that are taken at once"
        case .tooManySubscriptions:
            "would be one more than \(Subscription.limit), the most subscriptions of an account"
        case .rule(let fault): Self.detail(fault)
        case .dueDate(let fault): fault.detail
        case .tag(let fault): Self.detail(fault)
        case .account(let fault): Self.detail(fault)
        }
    }

    private static func detail(_ fault: ItemFault) -> String {
        switch fault {
        case .titleIsEmpty: "must have a character that can be seen"
        case .titleIsTooLong(let count):
            "has \(count) characters; at most \(ItemRules.titleCharacters) are taken"
        case .descriptionIsTooLong(let count):
            "has \(count) bytes; at most \(ItemRules.descriptionBytes) are taken"
        case .locationNameIsTooLong(let count):
            "has \(count) characters; at most \(ItemRules.locationNameCharacters) are taken"
        case .timeIsOutOfRange: "must be \(timeUnit), between the years 0001 and 9999"
        case .isOutOfRange(let range):
            "must lie between \(Int(range.lowerBound)) and \(Int(range.upperBound))"
        case .containsNUL: "must not contain U+0000"
        }
    }

    private static func detail(_ fault: TagFault) -> String {
        switch fault {
        case .isEmpty: "must have a character that can be seen"
        case .isTooLong(let count):
            "has \(count) characters; at most \(Tags.characters) are taken"
        case .contains: "must not contain white space, control characters, `#` or `,`"
        case .isRepeated: "is equal to an earlier tag, apart from case"
        }
    }

    private static func detail(_ fault: AccountFault) -> String {
        switch fault {
        case .nameIsEmpty: "must have a character that is not white space"
        case .nameIsTooLong(let count):
            "has \(count) characters; at most \(AccountRules.nameCharacters) are taken"
        case .nameHasHiddenCharacters, .emailHasHiddenCharacters:
            "must not contain control, format or private-use characters"
        case .emailIsTooLong(let count): "has \(count) bytes; at most \(Email.longest) are taken"
        case .emailIsNoAddress:
            "must be an email address: one @ with something before and behind it"
        case .emailMixesScripts: "must be in one script before the @"
        case .passwordIsTooShort(let count):
            "has \(count) bytes; at least \(AccountRules.passwordBytes.lowerBound) are wanted"
        case .passwordIsTooLong(let count):
            "has \(count) bytes; at most \(AccountRules.passwordBytes.upperBound) are taken"
        case .passwordContainsNUL: "must not contain U+0000"
        case .passwordIsCommon: "is one of those that are guessed first"
        case .passwordIsNameOrEmail: "must not be the name or the email"
        case .expiryIsOutOfRange: "must be \(Fault.timeUnit), a minute to 3650 days from now"
        case .expiryIsAfterParent: "must not be after the end of the token of the request"
        }
    }
}
