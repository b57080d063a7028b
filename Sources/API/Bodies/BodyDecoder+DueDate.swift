import Items

/// `day`, `repeat` and `remind`, which depend on `timestamp` and on one another.
extension BodyDecoder {
    mutating func day(_ value: borrowing JSONValue) -> CivilDate? {
        read(value, "day", expected: Fault.day) { CivilDate($0) }
    }

    /// Reads the rule of a whole item.
    mutating func repetition(_ value: borrowing JSONValue, _ draft: inout Draft) {
        guard !value.isNull else { return }
        let before = faultCount
        let rule = repetitionPatch(value)?.draft ?? RepetitionDraft()
        if faultCount == before { draft.rule = rule } else { draft.hasFaultyRule = true }
    }

    /// Adds the rule to the content, and a timestamp to a day without one; reports members that
    /// contradict each other.
    mutating func settle(_ draft: inout Draft) {
        let day = draft.content.day
        let isCompared = day != nil || draft.rule != nil || draft.content.remind != nil
        guard isCompared, !draft.hasFaultyDueDate else { return }
        if let day, draft.content.timestamp == nil { draft.content.timestamp = day.midnight }
        var faults = draft.content.dueDateFaults(hasRule: draft.rule != nil)
        switch draft.rule?.judged(hasDay: day != nil) {
        case nil: break
        case .success(let rule): draft.content.repetition = RepetitionText(rule)
        case .failure(let failure): faults += failure.faults
        }
        for fault in faults where !draft.hasFaultyRule || fault == .remindsWithoutDueDate {
            report(fault)
        }
    }

    mutating func report(_ fault: FaultyDueDate.Fault) {
        var names = fault.path.split(separator: "/").map(String.init)
        let last = names.removeLast()
        for name in names { path.push(name) }
        report(.dueDate(fault), at: last)
        for _ in names { path.pop() }
    }

    /// The patch of a rule, or its members, in which `null` means absence; nil when it is to be
    /// cleared, or is not an object.
    mutating func repetitionPatch(_ value: borrowing JSONValue) -> ItemPatch.RepetitionPatch? {
        guard open(value, "repeat") else { return nil }
        defer { path.pop() }
        var patch = ItemPatch.RepetitionPatch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "frequency":
                patch.frequency = change(
                    value, word(value, "frequency", Repetition.Frequency.allCases))
            case "interval":
                patch.interval = change(value, whole(value, "interval", Repetition.intervals))
            case "byDay": patch.byDay = change(value, days(value))
            case "byMonthDay":
                patch.byMonthDay = change(value, whole(value, "byMonthDay", Repetition.monthDays))
            case "time":
                patch.time = change(
                    value, read(value, "time", expected: Fault.time) { Repetition.time($0) })
            case "from": patch.from = change(value, word(value, "from", Repetition.Origin.allCases))
            case "until":
                patch.until = change(
                    value, read(value, "until", expected: Fault.day) { CivilDate($0) })
            case "timeZone":
                patch.timeZone = change(value, zoneName(value))
            default: refuseUnknown(member)
            }
        }
        return patch
    }

    mutating func zoneName(_ value: borrowing JSONValue) -> String? {
        guard !value.isNull else { return nil }
        guard let name = value.string(), Repetition.isZoneName(name.utf8.span) else {
            report(.wrongType(expected: Fault.timeZone), at: "timeZone")
            return nil
        }
        return name
    }

    private mutating func days(_ value: borrowing JSONValue) -> [Repetition.Day]? {
        guard !value.isNull else { return nil }
        var days: [Repetition.Day] = []
        var isValid = value.kind == .array && 1...7 ~= value.count
        if isValid {
            var elements = value.elements
            while let element = elements.next() {
                guard let day = element.string().flatMap({ Repetition.Day($0) }) else {
                    isValid = false
                    break
                }
                days.append(day)
            }
        }
        guard isValid, Set(days).count == days.count else {
            report(.wrongType(expected: Fault.days), at: "byDay")
            return nil
        }
        return days
    }

    /// A whole number in a range; `2.0` is 2.
    mutating func whole(
        _ value: borrowing JSONValue, _ name: String, _ range: ClosedRange<Int>
    ) -> Int? {
        guard !value.isNull else { return nil }
        guard let number = value.double(), let whole = Int(exactly: number), range ~= whole else {
            report(
                .wrongType(
                    expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"),
                at: name)
            return nil
        }
        return whole
    }

    /// One of the words of an enum.
    private mutating func word<Word: RawRepresentable<String>>(
        _ value: borrowing JSONValue, _ name: String, _ words: [Word]
    ) -> Word? {
        guard !value.isNull else { return nil }
        guard let word = value.string().flatMap({ Word(rawValue: $0) }) else {
            let names = words.map(\.rawValue)
            let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
            report(.wrongType(expected: list), at: name)
            return nil
        }
        return word
    }

    /// A value that is written as a text.
    mutating func read<Value>(
        _ value: borrowing JSONValue, _ name: String, expected: String,
        _ parse: (Span<UInt8>) -> Value?
    ) -> Value? {
        guard !value.isNull else { return nil }
        guard let text = value.string(), let result = parse(text.utf8.span) else {
            report(.wrongType(expected: expected), at: name)
            return nil
        }
        return result
    }
}

extension FaultyDueDate.Fault {
    /// The member at fault, below the item.
    var path: String {
        switch self {
        case .dayOfAnotherTime: "day"
        case .repeatsWithoutDueDate, .isDone: "repeat"
        case .remindsWithoutDueDate: "remind"
        case .frequencyIsMissing: "repeat/frequency"
        case .daysOf, .ordinalInWeek, .monthNeedsOrdinal: "repeat/byDay"
        case .monthDayOf, .monthDayBesideDays: "repeat/byMonthDay"
        case .timeBesideDay: "repeat/time"
        case .daysFromDone: "repeat/from"
        case .unknownTimeZone: "repeat/timeZone"
        }
    }

    /// The end of a sentence that begins with the pointer.
    var detail: String {
        switch self {
        case .dayOfAnotherTime:
            "must be the day that begins at `timestamp` somewhere: midnight UTC, up to 14 hours "
                + "before it or 12 after it"
        case .repeatsWithoutDueDate, .remindsWithoutDueDate:
            "needs a due date: `day` or `timestamp`"
        case .isDone: "is of open items alone: what is done does not come back"
        case .frequencyIsMissing: "is required"
        case .daysOf(let frequency):
            "does not go with `\(frequency.rawValue)`, only with `weekly` and `monthly`; null removes it"
        case .ordinalInWeek: "has an ordinal, which only `monthly` takes: write `mo`, not `1mo`"
        case .monthNeedsOrdinal:
            "must be one day with an ordinal with `monthly`, such as [\"1mo\"] or [\"-1fr\"], the last"
        case .monthDayOf(let frequency):
            "does not go with `\(frequency.rawValue)`, only with `monthly` and `yearly`; null removes it"
        case .monthDayBesideDays: "does not go with `byDay`; null removes either"
        case .timeBesideDay: "does not go with `day`, which has no time"
        case .daysFromDone:
            "must be `due` with `byDay` or `byMonthDay`: from the day of completion only units are counted"
        case .unknownTimeZone(let name):
            "is \"\(name)\", a time zone that this server does not know; names are like Europe/Berlin"
        }
    }
}
