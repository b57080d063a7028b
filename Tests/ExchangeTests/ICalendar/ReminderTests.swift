import Exchange
import Items
import Testing

@Suite struct `An alarm` {
    private static func file(
        _ alarms: String, due: String = "DUE:20261204T170000Z"
    ) throws
        -> ImportedFile
    {
        let alarms = alarms.split(separator: "|").map {
            "BEGIN:VALARM\n\($0.split(separator: "&").joined(separator: "\n"))\nEND:VALARM\n"
        }
        return try imported(
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:a\n\(due)\n\(alarms.joined())END:VTODO\n")
    }

    @Test(arguments: [
        ("TRIGGER:-PT15M", 15), ("TRIGGER:PT0S", 0), ("TRIGGER:P0DT9H0M0S", -540),
        ("TRIGGER:-P1DT2H", 1_560), ("TRIGGER:-P4W", 40_320), ("TRIGGER:P7D", -10_080),
        ("TRIGGER:-PT900S", 15), ("TRIGGER:+PT5M", -5),
        ("TRIGGER;RELATED=END:-PT5M", 5), ("TRIGGER;VALUE=DATE-TIME:20261204T163000Z", 30),
        ("ACTION:AUDIO&TRIGGER:-PT5M", 5), ("TRIGGER:-PT5M|TRIGGER:-PT5M", 5),
    ])
    func `is the reminder`(alarms: String, minutes: Int) throws {
        let file = try Self.file(alarms)

        #expect(file.items.first?.content.remind == minutes)
        #expect(file.lostCount == 0)
    }

    @Test(arguments: [
        ("TRIGGER:-PT15M|TRIGGER:-PT5M", 15, "TRIGGER -PT5M"),
        ("TRIGGER:-PT20S|TRIGGER:-PT5M", 5, "TRIGGER -PT20S"),
        ("TRIGGER:-P5W|TRIGGER:-PT5M", 5, "TRIGGER -P5W"),
        ("TRIGGER:P8D", nil, "TRIGGER P8D"),
        ("TRIGGER:soon", nil, "TRIGGER soon"),
        ("TRIGGER:P", nil, "TRIGGER P"),
        ("TRIGGER:PT", nil, "TRIGGER PT"),
        ("TRIGGER:-PT5M4H", nil, "TRIGGER -PT5M4H"),
        ("TRIGGER:-PT5D", nil, "TRIGGER -PT5D"),
        ("TRIGGER:-P5H", nil, "TRIGGER -P5H"),
        ("TRIGGER:-PT99999999999999999999M", nil, "TRIGGER -PT99999999999999999999M"),
        ("TRIGGER;VALUE=DATE-TIME:20261204T163000", nil, "TRIGGER 20261204T163000"),
        ("ACTION:EMAIL&TRIGGER:-PT5M", nil, "ACTION EMAIL"),
        ("TRIGGER:-PT5M&X-APPLE-PROXIMITY:ARRIVE", nil, "X-APPLE-PROXIMITY ARRIVE"),
    ])
    func `that is none is told`(alarms: String, minutes: Int?, lost: String) throws {
        let file = try Self.file(alarms)

        #expect(file.items.first?.content.remind == minutes)
        #expect(file.lost.map { "\($0.field) \($0.value)" } == [lost])
        #expect(file.lost.allSatisfy { !$0.isKept })
    }

    @Test func `counts from the start where there is one, and says the time before the due date`()
        throws
    {
        let due = "DTSTART:20261204T160000Z\nDUE:20261204T170000Z"
        let file = try Self.file("TRIGGER:-PT5M", due: due)

        #expect(file.items.first?.content.remind == 65)
    }

    @Test func `of an item without a due date is lost`() throws {
        let file = try Self.file("TRIGGER:-PT5M", due: "X-NO:due")

        #expect(file.items.first?.content.remind == nil)
        #expect(file.lost.map(\.value) == ["-PT5M"])
    }
}
