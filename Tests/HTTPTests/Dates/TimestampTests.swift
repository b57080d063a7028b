import HTTP
import Testing

@Suite struct `The timestamp of a log line` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (784_111_777_007, "1994-11-06T08:49:37.007Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (253_402_300_799_120, "9999-12-31T23:59:59.120Z"),
    ])
    func `has milliseconds`(milliseconds: Int, text: String) {
        var timestamp = Timestamp()
        var bytes = ByteWriter()

        timestamp.append(milliseconds, to: &bytes)

        #expect(String(copying: bytes) == text)
    }

    @Test func `goes back with the clock`() {
        var timestamp = Timestamp()
        var bytes = ByteWriter()

        for time in [60_000, 60_001, 59_999] { timestamp.append(time, to: &bytes) }

        #expect(
            String(copying: bytes)
                == "1970-01-01T00:01:00.000Z1970-01-01T00:01:00.001Z1970-01-01T00:00:59.999Z")
    }
}
