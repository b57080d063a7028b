import Items

/// A VTODO (RFC 5545 §3.6.2) that is being read.
struct VToDo {
    let line: Int
    /// Where its first property begins in the text.
    let start: Int
    private var draft: ItemDraft
    private var uid = ""
    private var recurrenceID = ""
    private var due: ContentLine?
    private var startLine: ContentLine?
    private var duration: ContentLine?
    private var rule: ContentLine?
    private var hasSeveralRules = false
    private var geo: ContentLine?
    private var alarm: VAlarm?
    private var alarms: [VAlarm] = []
    /// The properties that are allowed once and were there.
    private var seen: Set<String> = []

    /// More alarms of one item are not judged.
    private static let maximumAlarms = 100

    init(line: Int, start: Int) {
        self.line = line
        self.start = start
        draft = ItemDraft(line: line)
        draft.titleField = "SUMMARY"
        draft.notesField = "DESCRIPTION"
    }

    mutating func lose(_ field: String, _ value: String, at line: Int) {
        draft.lose(field, value, at: line)
    }
}

// Properties.
extension VToDo {
    /// The properties that RFC 5545 allows once, of those that are read.
    private static let single: Set = [
        "SUMMARY", "DESCRIPTION", "UID", "STATUS", "DUE", "DTSTART", "DURATION", "LOCATION", "GEO",
        "RECURRENCE-ID", "PRIORITY", "PERCENT-COMPLETE",
    ]
    /// Those that say nothing about the item for a person.
    private static let passedOver: Set = [
        "CLASS", "CREATED", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE",
    ]
    /// Dates, rules and links.
    private static let kept: Set = ["URL", "EXDATE", "RDATE", "EXRULE"]

    mutating func take(_ line: ContentLine) {
        guard alarm == nil else {
            alarm?.take(line)
            return
        }
        guard line.hasValue else {
            return draft.lose(line.spelledName, line.spelledName, at: line.number)
        }
        let name = line.name
        guard !Self.single.contains(name) || seen.insert(name).inserted else { return lose(line) }
        switch name {
        case "SUMMARY": draft.title = ItemRules.trimmed(line.text)
        case "DESCRIPTION": draft.notes = line.text
        case "UID": uid = line.rawValue
        case "RECURRENCE-ID":
            recurrenceID = line.rawValue
            keep(line)
        case "STATUS": takeStatus(line)
        case "COMPLETED": draft.done = true
        case "DUE": due = line
        case "DTSTART": startLine = line
        case "DURATION": duration = line
        case "RRULE": takeRule(line)
        case "CATEGORIES":
            line.forEachText { draft.addTag($0, line.spelledName, at: line.number) }
        case "LOCATION": takeLocation(line)
        case "GEO": geo = line
        case "PRIORITY": if line.rawValue != "0" { lose(line) }
        case "PERCENT-COMPLETE": if !["0", "100"].contains(line.rawValue) { lose(line) }
        case "ATTACH": line.parameter("VALUE")?.uppercased() == "BINARY" ? lose(line) : keep(line)
        case _ where Self.kept.contains(name): keep(line)
        case _ where Self.passedOver.contains(name) || name.hasPrefix("X-"): break
        default: lose(line)
        }
    }

    private mutating func takeStatus(_ line: ContentLine) {
        switch line.rawValue.uppercased() {
        case "COMPLETED": draft.done = true
        case "CANCELLED":
            draft.done = true
            lose(line)
        case "NEEDS-ACTION": break
        default: lose(line)
        }
    }

    private mutating func takeRule(_ line: ContentLine) {
        guard rule != nil else {
            rule = line
            return
        }
        hasSeveralRules = true
        keep(line)
    }

    private mutating func takeLocation(_ line: ContentLine) {
        let name = line.text
        guard !name.isEmpty else { return }
        do throws(ItemFault) {
            draft.location = Location(name: try ItemRules.locationName(name))
        } catch {
            draft.keep(line.spelledName, name, at: line.number)
        }
    }

    /// Adds the point to the place, as the two may stand in any order.
    private mutating func takeCoordinate() {
        guard let geo else { return }
        let parts = geo.rawValue.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            ItemRules.latitudes.contains(latitude), ItemRules.longitudes.contains(longitude)
        else { return lose(geo) }
        draft.location = Location(
            name: draft.location?.name ?? "",
            coordinate: Coordinate(latitude: latitude + 0, longitude: longitude + 0))
    }

    private mutating func lose(_ line: ContentLine) {
        draft.lose(line.spelledName, line.rawValue, at: line.number)
    }

    private mutating func keep(_ line: ContentLine) {
        // A date means nothing without its zone.
        let zone = line.parameter("TZID").map { " (\($0))" } ?? ""
        draft.keep(line.spelledName, line.rawValue + zone, at: line.number)
    }
}

// Alarms.
extension VToDo {
    mutating func beginAlarm() { alarm = VAlarm() }

    mutating func endAlarm() {
        guard let alarm = alarm.take() else { return }
        guard alarms.count < Self.maximumAlarms else {
            if let trigger = alarm.trigger { lose(trigger) }
            return
        }
        alarms.append(alarm)
    }

    private mutating func takeAlarms(start: DueMoment?) {
        for alarm in alarms {
            if let obstacle = alarm.obstacle {
                lose(obstacle)
                continue
            }
            guard let trigger = alarm.trigger else { continue }
            draft.takeReminder(
                secondsBefore: draft.due.flatMap { alarm.secondsBefore($0, start: start) },
                from: trigger.rawValue, trigger.spelledName, at: trigger.number)
        }
    }
}

/// A VALARM (RFC 5545 §3.6.6) that is being read.
struct VAlarm {
    private(set) var trigger: ContentLine?
    /// A property that makes it something else than a reminder at a time.
    private(set) var obstacle: ContentLine?

    mutating func take(_ line: ContentLine) {
        switch line.name {
        case "TRIGGER": trigger = trigger ?? line
        case "ACTION": if line.rawValue.uppercased() == "EMAIL" { obstacle = line }
        case "X-APPLE-PROXIMITY": obstacle = line
        default: break
        }
    }

    /// The seconds before the due date; nil for a trigger that is none.
    func secondsBefore(_ due: DueMoment, start: DueMoment?) -> Int? {
        guard let trigger else { return nil }
        if let duration = ICalendarDuration(trigger.rawValue) {
            let isFromEnd = trigger.parameter("RELATED")?.uppercased() == "END"
            // Without a start, programs count from the due date.
            let from = isFromEnd ? due : start ?? due
            return Int(due.timestamp - from.timestamp) - duration.total
        }
        guard let moment = ICalendarMoment(trigger.rawValue), moment.isUTC,
            let instant = moment.due(in: .utc)
        else { return nil }
        return Int(due.timestamp - instant.timestamp)
    }
}

// Its item.
extension VToDo {
    /// Adds its item; `lines` are the bytes between its BEGIN and its END.
    mutating func finish(
        _ context: ImportContext, _ lines: ArraySlice<UInt8>, _ collector: inout ItemCollector
    ) throws(ImportFault) {
        let id = try collector.id(of: key(lines), title: draft.title, line: line)
        guard let id else { return }
        takeCoordinate()
        takeDates(context)
        collector.add(draft, id: id)
    }

    private func key(_ lines: ArraySlice<UInt8>) -> ItemCollector.Key {
        if !uid.isEmpty { return .own(recurrenceID.isEmpty ? uid : "\(uid)\0\(recurrenceID)") }
        var entry: [UInt8] = []
        var reader = ContentLines(Array(lines))
        while let line = reader.next() { ItemCollector.Key.append(line.bytes, to: &entry) }
        return .entry(entry)
    }

    private mutating func takeDates(_ context: ImportContext) {
        let start = moment(of: startLine, context)
        takeDue(start, context)
        takeStart(start)
        if let rule {
            let imported = draft.due.flatMap { self.repetition(rule, from: $0, start: start) }
            draft.takeRule(
                hasSeveralRules ? nil : imported, from: rule.rawValue, rule.spelledName,
                at: rule.number)
        }
        takeAlarms(start: start)
    }

    private mutating func takeDue(_ start: DueMoment?, _ context: ImportContext) {
        if let due {
            draft.due = moment(of: due, context)
            tellUnknownZone(due, context)
            if draft.due == nil { keep(due) }
            if let duration { keep(duration) }
            return
        }
        if let duration {
            guard let startLine,
                let end = ICalendarDuration(duration.rawValue).flatMap({
                    ICalendarMoment(startLine.rawValue)?.due(
                        in: zone(of: startLine, context), after: $0)
                })
            else { return keep(duration) }
            draft.due = end
            tellUnknownZone(startLine, context)
        } else if let startLine, rule != nil {
            draft.due = start
            tellUnknownZone(startLine, context)
        }
    }

    /// Keeps a start that is not the due date.
    private mutating func takeStart(_ start: DueMoment?) {
        guard let startLine else { return }
        if let start, let due = draft.due, start.isEqual(to: due) { return }
        keep(startLine)
    }

    /// The rule, if it means the same from the due date as from the start, from which it counts.
    private func repetition(
        _ line: ContentLine, from due: DueMoment, start: DueMoment?
    ) -> ImportedRule? {
        guard let rule = RecurrenceText.rule(line.rawValue, from: due) else { return nil }
        let isSame = start.map { $0.date == due.date } ?? true
        return isSame || rule.rule.byDay == nil && rule.rule.byMonthDay == nil ? rule : nil
    }

    private func moment(of line: ContentLine?, _ context: ImportContext) -> DueMoment? {
        guard let line else { return nil }
        return ICalendarMoment(line.rawValue)?.due(in: zone(of: line, context))
    }

    private func zone(of line: ContentLine, _ context: ImportContext) -> NamedZone {
        line.parameter("TZID").flatMap { context.zone(named: $0) } ?? context.zone
    }

    /// Tells that a date is taken in another zone than that of its program.
    private mutating func tellUnknownZone(_ line: ContentLine, _ context: ImportContext) {
        guard let name = line.parameter("TZID"), context.zone(named: name) == nil else { return }
        draft.lose("TZID", name, at: line.number)
    }
}
