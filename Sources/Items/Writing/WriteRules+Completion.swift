// Items that repeat: the completion of an item with a rule makes the next one.

extension WriteRules {
    /// The new content of an item, and the item that follows from its completion.
    struct Change {
        /// A done item has no rule: the rule moves to the next one.
        var content: ItemContent
        var next: (id: ItemID, content: ItemContent)?

        /// A change that completes no repeating item.
        init(to content: ItemContent) {
            self.content = content
        }
    }

    /// The change of an item to a content, which completes it if it was open.
    func change(of old: ToDoItem, to content: ItemContent) -> Change {
        var change = Change(to: content)
        guard content.done, !old.content.done, let rule = content.repetition?.rule,
            let timestamp = content.timestamp
        else { return change }
        change.content.repetition = nil
        let next = rule.next(
            after: timestamp, day: content.day, now: now, in: timeZones.zone(of: rule))
        guard let next else { return change }
        var following = content
        following.done = false
        following.timestamp = next.timestamp
        following.day = next.day
        following.repetition = RepetitionText(next.rule)
        change.next = (
            old.id.next(after: old.content.timestamp ?? timestamp), following
        )
        return change
    }

    /// The fault of a patch that the content alone does not show.
    func patchFaults(of content: ItemContent, _ old: ItemContent) -> [FaultyDueDate.Fault] {
        guard content.repetition != nil else { return [] }
        return (content.done && old.done ? [.isDone] : []) + timeZoneFaults(of: content, old)
    }

    /// The time zone of a rule if this machine does not know it; an unchanged one may stay.
    func timeZoneFaults(of content: ItemContent, _ old: ItemContent?) -> [FaultyDueDate.Fault] {
        guard let repetition = content.repetition, repetition != old?.repetition else { return [] }
        let name = repetition.rule.timeZone
        guard timeZones.zone(name) == nil, name != old?.repetition?.rule.timeZone else { return [] }
        return [.unknownTimeZone(name)]
    }

    /// The unknown time zones of added items, by their indexes.
    func unknownTimeZones(of items: [NewItem], _ found: [ToDoItem?]) -> [Int: String] {
        var unknown: [Int: String] = [:]
        // By index: iterating would copy each item with its texts.
        for index in items.indices where items[index].content.repetition != nil {
            for case .unknownTimeZone(let name) in timeZoneFaults(
                of: items[index].content, found[index]?.content)
            {
                unknown[index] = name
            }
        }
        return unknown
    }
}

extension ItemID {
    /// The id of the item that follows from the completion of this one, which was due then: a UUID of
    /// version 8 (RFC 9562 §5.8).
    ///
    ///     SHA-256 of  "toodoo/next" 00 │ 16 bytes of the id │ 00 │ 8 bytes of the timestamp
    ///
    /// So two completions of one item make one next item, whichever comes first.
    package func next(after timestamp: Double) -> ItemID {
        // -0 is 0.
        let words: InlineArray<3, UInt64> = [high, low, (timestamp + 0).bitPattern]
        var bytes = Array("toodoo/next\0".utf8) + BigEndian.bytes(words)
        bytes.insert(0, at: bytes.count - 8)
        return .version8(bytes.span)
    }
}
