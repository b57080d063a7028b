import Items

/// JSON Schemas of the arguments and the results, each an object without further members.
///
/// They refer to nothing: some clients do not resolve references.
extension Tool {
    var input: String {
        switch self {
        case .findItems:
            object([
                (
                    "text",
                    text(1...SearchWords.characters, "words that all occur in title or description")
                ),
                (
                    "tag",
                    note("a tag that they have; several, separated by commas, must all be there")
                ),
                ("done", #"{"type":"boolean","default":false}"#),
                (
                    "deleted",
                    #"{"type":"boolean","default":false,"description":"the deleted ones instead; only text, limit and cursor go with it"}"#
                ),
                ("dueFrom", day("the first day")), ("dueTo", day("the last day")),
                zone("in which due times have their days"),
                (
                    "limit",
                    #"{"type":"integer","minimum":1,"maximum":\#(ItemSearch.most),"default":50}"#
                ),
                (
                    "cursor",
                    note("nextCursor of the last call, whose other arguments must be the same")
                ),
            ])
        case .addItems:
            object(
                [
                    (
                        "items",
                        list(of: object(members(ItemMember.arguments, .new), required: ["title"]))
                    ),
                    zone("in which days begin"),
                    ("key", text(1...255, "any text of yours; a retry of this call has the same")),
                ], required: ["items"])
        case .changeItems:
            object(
                [
                    (
                        "changes",
                        list(
                            of: object(
                                [("id", Self.id)] + members(ItemMember.arguments, .patch) + [
                                    (
                                        "ifRevision",
                                        note("change the item only if this is still its revision")
                                    )
                                ], required: ["id"]))
                    ), zone("in which days begin"),
                ], required: ["changes"])
        case .completeItems:
            object(
                [("ids", list(of: Self.id)), ("done", #"{"type":"boolean","default":true}"#)],
                required: ["ids"])
        case .deleteItems: object([("ids", list(of: Self.id))], required: ["ids"])
        case .undo: object([("revision", note("what the call returned"))], required: ["revision"])
        }
    }

    var output: String {
        let items = #"{"type":"array","items":\#(item())}"#
        let ids = #"{"type":"array","items":{"type":"string"}}"#
        let write = [("revision", note("of this write")), ("undo", note("how to take it back"))]
        return switch self {
        case .findItems:
            object(
                [
                    ("items", #"{"type":"array","items":\#(item(orDeleted: true))}"#),
                    ("nextCursor", note("there is more; call again with it")),
                ], required: ["items"])
        case .addItems, .changeItems: object([("items", items)] + write, required: ["items"])
        case .completeItems:
            object([("items", items), ("next", items)] + write, required: ["items"])
        case .deleteItems: object([("deleted", ids)] + write, required: ["deleted"])
        case .undo: object([("restored", ids)] + write, required: ["restored"])
        }
    }

    private func item(orDeleted: Bool = false) -> String {
        let text = #"{"type":"string"}"#
        let deleted = [
            ("deletedAt", note("of a deleted item, in UTC")),
            ("deletedIn", note("undo with this revision brings back all that was deleted with it")),
        ]
        return object(
            [("id", text)] + members(ItemMember.allCases, .result) + [("revision", text)]
                + (orDeleted ? deleted : []) + [
                    (
                        "hiddenCharacters",
                        #"{"type":"array","items":\#(text),"description":"characters in these texts that the person cannot see; tell the person about them"}"#
                    )
                ], required: ["id", "title", "done"] + (orDeleted ? [] : ["revision"]))
    }

    /// Where an item stands.
    private enum Place {
        case new, patch, result
    }

    private func members(_ members: [ItemMember], _ place: Place) -> [(String, String)] {
        members.compactMap { member in member.toolName.map { ($0, schema(of: member, place)) } }
    }

    private func schema(of member: ItemMember, _ place: Place) -> String {
        let isPatch = place == .patch
        let text = #"{"type":"string"}"#
        return switch member {
        case .title where place == .result: text
        case .title: self.text(1...ItemRules.titleCharacters, "what is to be done")
        case .itemDescription where place == .result: text
        case .itemDescription: orNull(isPatch, note("up to 64 KiB"))
        case .timestamp, .day:
            orNull(
                isPatch,
                note(
                    "a day such as 2026-12-04, or a time with its offset such as "
                        + "2026-12-04T17:00+01:00"))
        case .repetition: orNull(isPatch, repetition(isPatch: isPatch))
        case .location: orNull(isPatch, location(isPatch: isPatch))
        case .tags where place == .result: Self.texts
        case .tags:
            orNull(
                isPatch,
                #"{"type":"array","items":\#(text),"maxItems":\#(Tags.most),"description":"words without # and comma\#(isPatch ? "; they replace all" : "")"}"#
            )
        case .position: text
        case .remind:
            orNull(
                isPatch,
                #"{"type":"integer","minimum":\#(ItemRules.reminders.lowerBound),"maximum":\#(ItemRules.reminders.upperBound),"description":"when to be told, in minutes before due; of a day from its midnight, so -540 is 9:00"}"#
            )
        case .done: #"{"type":"boolean"}"#
        }
    }

    private static let texts = #"{"type":"array","items":{"type":"string"}}"#

    private func zone(_ purpose: String) -> (String, String) {
        (
            "timeZone",
            #"{"type":"string","default":"UTC","description":"the person's zone, such as Europe/Berlin, \#(purpose)"}"#
        )
    }

    private static let id = #"{"type":"string","description":"the id of an item"}"#

    private func repetition(isPatch: Bool) -> String {
        func member(_ schema: String) -> String { orNull(isPatch, schema) }
        return object(
            [
                ("frequency", #"{"type":"string","enum":["daily","weekly","monthly","yearly"]}"#),
                ("interval", member(#"{"type":"integer","minimum":1,"maximum":999}"#)),
                (
                    "byDay",
                    member(
                        #"{"type":"array","items":{"type":"string"},"description":"weekly: days such as [\"mo\",\"th\"]; monthly: one such as [\"1mo\"], or [\"-1fr\"] for the last Friday"}"#
                    )
                ),
                ("byMonthDay", member(#"{"type":"integer","minimum":1,"maximum":31}"#)),
                ("time", member(note("HH:MM, only for items that are due at a time"))),
                (
                    "from",
                    member(
                        #"{"type":"string","enum":["due","done"],"description":"done: counted from the day of completion"}"#
                    )
                ),
                ("until", member(day("the last date"))),
                ("timeZone", member(note("the person's zone, such as Europe/Berlin"))),
            ], required: isPatch ? [] : ["frequency"])
    }

    private func location(isPatch: Bool) -> String {
        let coordinate = object(
            [
                ("latitude", #"{"type":"number","minimum":-90,"maximum":90}"#),
                ("longitude", #"{"type":"number","minimum":-180,"maximum":180}"#),
            ], required: isPatch ? [] : ["latitude", "longitude"])
        return object(
            [("name", #"{"type":"string"}"#), ("coordinate", orNull(isPatch, coordinate))],
            required: isPatch ? [] : ["name"])
    }

    private func object(_ members: [(String, String)], required: [String] = []) -> String {
        let properties = members.map { #""\#($0)":\#($1)"# }.joined(separator: ",")
        let names = required.map { #""\#($0)""# }.joined(separator: ",")
        let rule = required.isEmpty ? "" : #","required":[\#(names)]"#
        return
            #"{"type":"object","additionalProperties":false\#(rule),"properties":{\#(properties)}}"#
    }

    private func list(of schema: String) -> String {
        #"{"type":"array","minItems":1,"maxItems":\#(Self.mostItems),"items":\#(schema)}"#
    }

    private func text(_ length: ClosedRange<Int>, _ description: String) -> String {
        """
        {"type":"string","minLength":\(length.lowerBound),"maxLength":\(length.upperBound),\
        "description":"\(description)"}
        """
    }

    private func note(_ description: String) -> String {
        #"{"type":"string","description":"\#(description)"}"#
    }

    private func day(_ description: String) -> String {
        note(description + ", YYYY-MM-DD")
    }

    /// The schema, which in a patch also allows the `null` that clears.
    private func orNull(_ isPatch: Bool, _ schema: String) -> String {
        guard isPatch, schema.hasPrefix(#"{"type":""#) else { return schema }
        let rest = schema.dropFirst(#"{"type":""#.count)
        guard let end = rest.firstIndex(of: "\"") else { return schema }
        var others = String(rest[end...].dropFirst())
        let words = #","enum":["#
        if others.hasPrefix(words) { others = words + "null," + others.dropFirst(words.count) }
        return #"{"type":["\#(rest[..<end])","null"]"# + others
    }
}
