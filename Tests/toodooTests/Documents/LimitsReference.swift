import Accounts
import Exchange
import HTTP
import HTTPServer
import Items
import Storage

@testable import API
@testable import SQLiteStorage
@testable import toodoo

/// The page of limits, from the constants in the code.
struct LimitsReference {
    private let options = ServeOptions.defaults
    private let storage = SQLiteDatabase.Options()

    var text: String {
        """
        # Limits

        A test compares this page with the constants of the code. The defaults of options and their
        ranges are in [options.md](options.md).

        \(table("Items", items))
        \(table("Requests", requests))
        \(table("Connections", connections))
        \(table("Storage", stored))
        \(table("Accounts", accounts))
        """
    }

    /// The limit of a member; nil if it has none of its own.
    private func limit(of member: ItemMember) -> (String, String)? {
        switch member {
        case .title: ("title", "1 to \(ItemRules.titleCharacters) characters (Unicode scalars)")
        case .itemDescription: ("description", "\(size(ItemRules.descriptionBytes)) of UTF-8")
        case .timestamp: ("due date", "years 0001 to 9999")
        case .day: nil
        case .repetition:
            (
                "interval of a rule",
                "\(Repetition.intervals.lowerBound) to \(Repetition.intervals.upperBound)"
            )
        case .location: ("name of a location", "\(ItemRules.locationNameCharacters) characters")
        case .tags: ("tags", "\(Tags.most) of \(Tags.characters) characters")
        case .position: ("key of the order by hand", "\(OrderKey.characters) characters")
        case .remind:
            (
                "reminder",
                "\(number(ItemRules.reminders.upperBound)) minutes before the due date to "
                    + "\(number(-ItemRules.reminders.lowerBound)) after it"
            )
        case .done: nil
        }
    }

    private var items: [(String, String)] {
        ItemMember.allCases.compactMap(limit) + [
            ("items in one request", number(ItemRules.itemsPerRequest)),
            (
                "file to import",
                "\(size(ImportLimits.request.bytes)), \(number(ImportLimits.request.items)) items; "
                    + "`toodoo import` has neither limit"
            ),
            (
                "values that an import tells as lost",
                "the first \(number(ImportedFile.maximumRemarks))"
            ),
            ("files that wait to be imported", size(ImportQueue.maximumBytes)),
            ("events of a calendar", number(CalendarFeed.maximumEvents)),
            (
                "items in an assistant's call",
                "\(Tool.mostItems), and \(ItemSearch.most) on a page of those found"
            ),
            (
                "items in an assistant's result",
                "\(size(SizeLimit.most)); descriptions beyond are cut"
            ),
            ("search (`q`)", "\(SearchWords.characters) characters"),
            ("address to geocode", "\(Address.characters) characters"),
        ]
    }

    private var requests: [(String, String)] {
        [
            ("request line", "\(size(options.limits.head.requestLine))"),
            (
                "header fields",
                "\(size(options.limits.head.fieldBytes)), "
                    + "\(options.limits.head.fieldCount) fields"
            ),
            ("body", "\(size(options.maxBody)) (`--max-body`); with a single item 1 MiB"),
            ("nesting of JSON", "\(JSONDocument.maximumDepth) levels"),
            ("values and names in a body", number(JSONDocument.maximumEntries)),
            ("idempotency record", "\(Int(IdempotentRequest.lifetime) / 3_600) hours"),
            ("stored responses of an owner", size(IdempotentRequest.byteLimit)),
        ]
    }

    private var connections: [(String, String)] {
        let limits = options.limits
        return [
            ("connections", "\(number(limits.connections)) (`--max-connections`)"),
            (
                "connections of one address",
                number(ServeOptions.defaultConnectionsPerAddress)
                    + " (`--max-connections-per-address`); on loopback all"
            ),
            (
                "requests of a connection in a row",
                "\(limits.consecutiveRequests) while others wait"
            ),
            ("incomplete requests of a lane", size(limits.bufferedRequestBytes)),
            ("unread responses of a lane", size(limits.bufferedResponseBytes)),
            ("idle connection", "\(limits.idleSeconds) s (`--idle-timeout`)"),
            ("head of a request", "\(limits.headSeconds) s"),
            (
                "body of a request",
                "\(limits.bodySeconds) s and a second for each "
                    + "\(size(limits.bodyBytesPerSecond)) received"
            ),
            ("response without progress", "\(limits.writeSeconds) s"),
            ("response in all", "\(limits.responseSeconds) s"),
            ("shutdown", "\(limits.drainSeconds) s"),
        ]
    }

    private var stored: [(String, String)] {
        let writer = storage.writer
        return [
            (
                "items of an owner",
                "\(number(options.ownerItems.count)) (`--owner-count`), "
                    + "\(size(options.ownerItems.bytes)) (`--owner-items`); then 507"
            ),
            (
                "history of an owner",
                "\(size(options.ownerHistory)) (`--owner-history`), 30 days; then the oldest goes"
            ),
            ("undo", "\(number(UndoLimits.laterChanges)) later changes; then 410"),
            (
                "queued writes",
                "\(number(writer.queuedWrites)), \(size(writer.queuedBytes)); then 503"
            ),
            (
                "writes in one transaction",
                "\(writer.batchWrites), \(size(writer.batchBytes))"
            ),
            ("queued changes of accounts", number(writer.accountJobs)),
            ("snapshots for long lists", "\(storage.snapshots); then 503"),
            ("geocoded addresses", "kept for \(Int(GeocodeResult.hitLifetime) / 86_400) days"),
        ]
    }

    private var accounts: [(String, String)] {
        let (rates, hashing) = (options.rates, HashingLimits())
        let accountBody = BodyPolicy.Size.small.limit(within: options.maxBody)
        return [
            ("name", "\(AccountRules.nameCharacters) characters"),
            ("email", "\(Email.longest) bytes"),
            (
                "password",
                "\(AccountRules.passwordBytes.lowerBound) to "
                    + "\(AccountRules.passwordBytes.upperBound) bytes, none of the most common"
            ),
            (
                "token",
                "\(options.tokenLifetime / 86_400) days after its last use (`--token-lifetime`)"
            ),
            ("body of a sign-in or a change of an account", size(accountBody.other)),
            (
                "waiting password checks",
                "\(hashing.jobs), \(hashing.waitSeconds) s; then 503"
            ),
            ("sign-ins of an address", "\(rate(rates.signIns)) (`--sign-in-rate`)"),
            ("sign-ins to an account", "\(rate(rates.signInsToAccount)) (`--account-rate`)"),
            ("sign-ups of an address", "\(rate(rates.signUps)) (`--sign-up-rate`)"),
            ("requests with a token", "\(rate(rates.requests)) (`--token-rate`)"),
        ]
    }

    private func table(_ title: String, _ rows: [(String, String)]) -> String {
        """
        ## \(title)

        | what | limit |
        |---|---|
        \(rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n"))

        """
    }

    private func rate(_ rate: Rate?) -> String { rate.map { "\($0)" } ?? "off" }

    /// The size in the largest unit that fits, with a space before the unit.
    private func size(_ bytes: Int) -> String {
        let text = ByteSize(count: bytes).text
        let digits = text.prefix { $0.isNumber }
        return "\(digits) \(text.dropFirst(digits.count))"
    }

    /// The number with a comma after each three digits.
    private func number(_ value: Int) -> String {
        let digits = String(value)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
