import Testing

@testable import toodoo

@Suite struct `A time` {
    @Test(arguments: [
        ("0", 0), ("0s", 0), ("10", 10), ("10s", 10), ("2m", 120), ("1h", 3_600), ("90m", 5_400),
        ("007s", 7), ("9223372036854775807s", Int.max),
    ])
    func `is read in seconds, minutes, hours and days`(text: String, seconds: Int) {
        #expect(Seconds(text)?.count == seconds)
    }

    @Test(arguments: [
        "", "s", "500ms", "1.5s", "1,5s", "10 s", " 10s", "10s ", "+10s", "-1s", "10S", "10sec",
        "1m30s", "1w", "٣s", "1\u{301}s", "0x10s", "1e3", "9223372036854775808",
        "9223372036854775807m",
    ])
    func `is refused in any other spelling`(text: String) {
        #expect(Seconds(text) == nil)
    }

    @Test(
        arguments: [
            (0, "0s"), (1, "1s"), (59, "59s"), (60, "1m"), (75, "75s"), (120, "2m"),
            (3_599, "3599s"),
            (3_600, "1h"), (5_400, "90m"), (86_400, "1d"), (90_000, "25h"), (2_592_000, "30d"),
        ] as [(Int, String)])
    func `is printed in the largest unit that divides it`(seconds: Int, text: String) {
        #expect(Seconds(count: seconds).text == text)
        #expect(Seconds(text)?.count == seconds)
    }
}

@Suite struct `A size` {
    @Test(arguments: [
        ("0", 0), ("4096", 4_096), ("8KiB", 8_192), ("1MiB", 1_048_576), ("2GiB", 2_147_483_648),
        ("1024MiB", 1_073_741_824), ("1TiB", 1_099_511_627_776),
    ])
    func `is read in bytes and powers of two`(text: String, bytes: Int) {
        #expect(ByteSize(text)?.count == bytes)
    }

    @Test(arguments: [
        "", "KiB", "64kB", "64KB", "64K", "64k", "1MB", "1M", "64kib", "64 KiB", "1.5MiB", "-1",
        "+1", "1B", "1TB", "1PiB", "9223372036854775808", "9007199254740992KiB", "64KiB\n",
    ])
    func `is refused in any other spelling`(text: String) {
        #expect(ByteSize(text) == nil)
    }

    @Test(arguments: [
        (0, "0"), (1, "1"), (1_023, "1023"), (1_024, "1KiB"), (1_025, "1025"), (65_536, "64KiB"),
        (1 << 20, "1MiB"), ((1 << 20) + 1_024, "1025KiB"), (1 << 30, "1GiB"),
        (1 << 40, "1TiB"), ((1 << 40) + (1 << 30), "1025GiB"),
    ])
    func `is printed in the largest unit that divides it`(bytes: Int, text: String) {
        #expect(ByteSize(count: bytes).text == text)
        #expect(ByteSize(text)?.count == bytes)
    }
}

@Suite struct `A count` {
    @Test(arguments: [("0", 0), ("8080", 8_080)])
    func `is read`(text: String, number: Int) {
        #expect(Count(text) == Count(count: number))
        #expect(Count(count: number).text == text)
    }

    @Test(arguments: ["", "1s", "1KiB", "-1", "+1", "1.0", " 1", "٣"])
    func `is refused with other characters than digits`(text: String) {
        #expect(Count(text) == nil)
    }
}
