import HTTP
import Testing

@Suite struct `An HTTP date` {
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
            (978_220_800, "Sun, 31 Dec 2000 00:00:00 GMT"),
            (978_307_199, "Sun, 31 Dec 2000 23:59:59 GMT"),
            (978_307_200, "Mon, 01 Jan 2001 00:00:00 GMT"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_735_603_200, "Tue, 31 Dec 2024 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func `is written as RFC 9110 §5.6.7 requires`(second: Int64, expected: String) {
        var writer = ByteWriter()

        HTTPDate.append(second, to: &writer)

        let written = text(writer.span)
        #expect(written == expected)
    }

    /// Walks through all days of the calendar, year by year.
    @Test func `agrees with a calendar that counts days`() {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        var writer = ByteWriter()
        var days = 0

        for year in 1970...2405 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in zip(names, lengths) {
                for day in 1...length {
                    writer.removeAll()
                    HTTPDate.append(Int64(days) * 86_400, to: &writer)
                    let date =
                        "\(weekdays[days % 7]), \(day < 10 ? "0" : "")\(day) \(month) \(year)"
                    let written = text(writer.span)
                    if written != date + " 00:00:00 GMT" {
                        Issue.record("\(date) was written as \(written)")
                        return
                    }
                    days += 1
                }
            }
        }
    }
}
