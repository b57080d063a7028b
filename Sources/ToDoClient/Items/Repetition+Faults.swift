extension ToDoItem {
    /// Whether the day, if there is one, begins at the timestamp in some time zone.
    var isDayOfTimestamp: Bool {
        guard let day, let timestamp else { return true }
        return day.starts.contains(timestamp)
    }

    /// The violations of the rules for `repetition`, alone and together with other members.
    ///
    /// A rule with a frequency that this version does not know is left to the server.
    var repetitionFaults: [ItemFault] {
        guard let repetition else { return [] }
        var faults: [ItemFault] = []
        if timestamp == nil, day == nil { faults.append(.repetitionNeedsDueDate) }
        if done { faults.append(.doneItemRepeats) }
        return faults + repetition.faults(hasDay: day != nil)
    }
}

extension Repetition {
    fileprivate func faults(hasDay: Bool) -> [ItemFault] {
        var faults: [ItemFault] = []
        if !(1...999).contains(interval) { faults.append(.intervalIsOutOfRange) }
        if !hasFittingDays { faults.append(.weekdaysDoNotFit) }
        if let byMonthDay {
            let isKnown = [.daily, .weekly].contains(frequency)
            if !(1...31).contains(byMonthDay) || byDay != nil || isKnown {
                faults.append(.monthDayDoesNotFit)
            }
        }
        if let time, hasDay || !Self.isTime(time) { faults.append(.repetitionTimeDoesNotFit) }
        if from == .done, byDay != nil || byMonthDay != nil {
            faults.append(.repetitionOriginDoesNotFit)
        }
        if !Self.isZoneName(timeZone) { faults.append(.timeZoneIsUnknown) }
        return faults
    }

    private var hasFittingDays: Bool {
        guard let byDay else { return true }
        switch frequency {
        case .daily, .yearly: return false
        case .weekly:
            return !byDay.isEmpty && byDay.allSatisfy { $0.ordinal == nil }
                && Set(byDay).count == byDay.count
        case .monthly:
            return byDay.count == 1 && [1, 2, 3, 4, -1].contains(byDay[0].ordinal)
        default: return true
        }
    }

    private static func isTime(_ text: String) -> Bool {
        seconds(ofTime: text) != nil
    }

    /// The seconds after midnight of a text `HH:MM` or `HH:MM:SS`; nil for another text.
    package static func seconds(ofTime text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard 2...3 ~= parts.count,
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(digits.contains) })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 } * (numbers.count == 2 ? 60 : 1)
    }

    /// Whether a text can be the name of a time zone; the server knows which ones exist.
    package static func isZoneName(_ name: String) -> Bool {
        1...64 ~= name.utf8.count
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                    UInt8(ascii: "-"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
