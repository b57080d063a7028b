// A patch of timestamp, day, repeat and remind, which depend on one another.

extension ItemPatch {
    /// The part of a patch that merges into a rule.
    package struct RepetitionPatch: Equatable, Sendable {
        package var frequency: Change<Repetition.Frequency> = .keep
        package var interval: Change<Int> = .keep
        package var byDay: Change<[Repetition.Day]> = .keep
        package var byMonthDay: Change<Int> = .keep
        package var time: Change<Int> = .keep
        package var from: Change<Repetition.Origin> = .keep
        package var until: Change<CivilDate> = .keep
        package var timeZone: Change<String> = .keep

        /// A patch that keeps everything.
        package init() {}

        /// The members that the patch sets.
        package var draft: RepetitionDraft { applied(to: RepetitionDraft()) }

        fileprivate func applied(to old: RepetitionDraft) -> RepetitionDraft {
            var draft = old
            draft.frequency = frequency.applied(to: old.frequency)
            draft.interval = interval.applied(to: old.interval)
            draft.byDay = byDay.applied(to: old.byDay)
            draft.byMonthDay = byMonthDay.applied(to: old.byMonthDay)
            draft.time = time.applied(to: old.time)
            draft.from = from.applied(to: old.from)
            draft.until = until.applied(to: old.until)
            draft.timeZone = timeZone.applied(to: old.timeZone)
            return draft
        }
    }

    /// Applies the changes of timestamp, day, rule and reminder; returns the fault of the result.
    func applyDueDate(to content: inout ItemContent) -> [FaultyDueDate.Fault] {
        guard
            timestamp != .keep || day != .keep || repetition != .keep || remind != .keep
        else { return [] }
        let old = content
        content.timestamp = timestamp.applied(to: old.timestamp)
        switch day {
        case .keep:
            // A client that does not know `day` has changed or removed the date.
            if content.timestamp != old.timestamp { content.day = nil }
        case .clear: content.day = nil
        case .set(let day):
            content.day = day
            if case .set = timestamp {
            } else {
                let isStart = content.timestamp.map(day.starts.contains) ?? false
                if !isStart { content.timestamp = day.midnight }
            }
        }
        content.remind = remind.applied(to: old.remind)
        if case .keep = remind, content.timestamp == nil { content.remind = nil }
        switch repetition {
        case .keep:
            if content.timestamp == nil { content.repetition = nil }
            content.dropTimeBesideDay()
        case .clear: content.repetition = nil
        case .set(let patch):
            content.repetition = nil
            // A new day drops the previous time.
            var stored = old.repetition.map { RepetitionDraft($0.rule) } ?? RepetitionDraft()
            if case .set = day { stored.time = nil }
            switch patch.applied(to: stored).judged(hasDay: content.day != nil) {
            case .success(let rule): content.repetition = RepetitionText(rule)
            case .failure(let failure): return content.dueDateFaults(hasRule: true) + failure.faults
            }
        }
        return content.dueDateFaults(hasRule: content.repetition != nil)
    }
}

extension ItemContent {
    /// The fault of the due date, given that it has a rule or not.
    ///
    /// `timestamp` is there if `day` is.
    package func dueDateFaults(hasRule: Bool) -> [FaultyDueDate.Fault] {
        var faults: [FaultyDueDate.Fault] = []
        if let day, let timestamp, !day.starts.contains(timestamp) {
            faults.append(.dayOfAnotherTime)
        }
        if timestamp == nil {
            if hasRule { faults.append(.repeatsWithoutDueDate) }
            if remind != nil { faults.append(.remindsWithoutDueDate) }
        }
        return faults
    }

    /// Removes the time from the rule of an item with a day.
    fileprivate mutating func dropTimeBesideDay() {
        guard day != nil, var rule = repetition?.rule, rule.time != nil else { return }
        rule.time = nil
        repetition = RepetitionText(rule)
    }
}
