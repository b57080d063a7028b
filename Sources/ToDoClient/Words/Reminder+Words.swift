extension ToDoItem {
    /// When the user wants to be told of the item, in words; nil if not at all.
    ///
    ///     30 minutes before
    ///     09:00, 1 day before     of an item that is due on a day without a time
    public func reminderWords(_ language: WordLanguage) -> String? {
        guard let remind else { return nil }
        let say = Sentence(language: language)
        let isBefore = remind > 0
        guard day != nil else {
            let (number, length) = Self.length(remind, say)
            guard number > 0 else { return say("on time", "zur selben Zeit") }
            return length + (isBefore ? say(" before", " vorher") : say(" after", " danach"))
        }
        // The minutes count from midnight, and the time is one of the day in which they end.
        let minutes = ((-remind % 1_440) + 1_440) % 1_440
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(minutes / 60)):\(two(minutes % 60))"
        let (number, length) = Self.length(-remind - minutes, say)
        guard number > 0 else { return time }
        return "\(time), \(length)"
            + (isBefore ? say(" before", " vorher") : say(" after", " danach"))
    }

    /// Minutes in the largest unit of which they are a whole number, without the sign.
    private static func length(_ minutes: Int, _ say: Sentence) -> (number: Int, words: String) {
        let minutes = abs(minutes)
        let (unit, one, many) =
            if minutes % 1_440 == 0 {
                (1_440, say("day", "Tag"), say("days", "Tage"))
            } else if minutes % 60 == 0 {
                (60, say("hour", "Stunde"), say("hours", "Stunden"))
            } else {
                (1, say("minute", "Minute"), say("minutes", "Minuten"))
            }
        let number = minutes / unit
        return (number, "\(number) \(number == 1 ? one : many)")
    }
}
