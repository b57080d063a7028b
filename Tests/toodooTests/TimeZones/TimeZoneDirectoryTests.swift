import Foundation
import Items
import Synchronization
import Testing

@testable import toodoo

@Suite struct `The time zones of a machine` {
    private static let folder = "/usr/share/zoneinfo"

    /// Whether this machine has tzdata, and Python to compare it with.
    private static var canCompare: Bool {
        FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")
            && (try? shell("command -v python3")) != ""
    }

    @Test(.enabled(if: canCompare))
    func `have the transitions that Python knows, from 1970 to 2100`() throws {
        let script = repositoryFile("Tests/toodooTests/TimeZones/transitions.py")
        let expected = try shell("python3 '\(script)' \(Self.folder)").split(separator: "\n")
        let zones = TimeZoneDirectory(Self.folder)

        let wrong = expected.filter { line in
            let name = String(line.prefix { $0 != " " })
            return zones.zone(name).map { Self.line(name, $0) } != String(line)
        }

        #expect(wrong.isEmpty)
        #expect(expected.count > 300)
    }

    /// A line in the form of the script's output.
    private static func line(_ name: String, _ zone: any TimeZoneRules) -> String {
        var period = zone.period(at: 0)
        var last = period.offset
        var line = "\(name) \(last)"
        while let change = period.end, change < 4_102_444_800 {
            period = zone.period(at: change)
            if period.offset != last { line += " \(change):\(period.offset)" }
            last = period.offset
        }
        return line
    }

    @Test func `read no file outside of their folder, and none that is not one zone everywhere`()
        throws
    {
        let root = FileManager.default.temporaryDirectory.appending(
            path: "zones-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let names = [
            "Europe/Berlin", "posix/Europe/Berlin", "right/UTC", "localtime", "posixrules",
            "Factory", "a b", "b.c", "é",
        ]
        for name in names + ["../outside"] {
            let file = root.appending(path: "zoneinfo").appending(path: name).standardized
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Self.file(footer: "CET-1")).write(to: file)
        }
        let zones = TimeZoneDirectory(root.path + "/zoneinfo")
        let outside = [
            "../outside", "Europe/../../outside", "/Europe/Berlin", "//Europe/Berlin",
            root.path + "/outside", "./Europe/Berlin", "Europe//Berlin", "Europe/Berlin/",
            "Europe", "", ".", "..", "Europe/Berlin\0", "europe/berlin",
        ]

        let known = (names + outside).filter { zones.zone($0) != nil }

        #expect(known == ["Europe/Berlin"])
        #expect(FileManager.default.fileExists(atPath: root.path + "/outside"))
    }

    @Test func `are UTC alone without tzdata, which is said`() {
        let zones = TimeZoneDirectory("/nowhere")

        #expect(zones.zone("UTC")?.period(at: 0) == TimeZonePeriod(offset: 0, end: nil))
        #expect(zones.zone("Europe/Berlin") == nil)
        #expect(
            zones.warning
                == "there is no time zone database (tzdata) in /nowhere: the only time zone is UTC")
    }

    @Test func `that are missing are reported once each`() {
        let reports = Mutex<[String]>([])
        let zones = TimeZoneDirectory("/nowhere") { line in reports.withLock { $0.append(line) } }

        for name in ["Mars/Olympus", "Mars/Olympus", "Mars/Tharsis"] { zones.reportMissing(name) }

        #expect(
            reports.withLock { $0 }
                == ["Mars/Olympus", "Mars/Tharsis"].map {
                    "tzdata no longer has the time zone \($0): what repeats in it does so in UTC"
                })
    }

    /// A file of version 2 without transitions, in which the footer determines the offset.
    static func file(footer: String, version: UInt8 = 50, types: UInt8 = 1) -> [UInt8] {
        let header: [UInt8] = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        let counts: [UInt8] = [UInt8](repeating: 0, count: 19) + [types] + [0, 0, 0, 4]
        let data: [UInt8] = [UInt8](repeating: 0, count: 6 * Int(types)) + Array("UTC\0".utf8)
        return header + counts + data + header + counts + data + Array("\n\(footer)\n".utf8)
    }
}

@Suite struct `A time zone file` {
    private typealias Zones = `The time zones of a machine`

    private static func zone(_ footer: String) -> TimeZoneFile? {
        TimeZoneFile(Zones.file(footer: footer).span)
    }

    @Test(arguments: [
        ("CET-1", 3_600), ("EST5", -18_000), ("<+0545>-5:45", 20_700), ("<-0330>3:30", -12_600),
        ("", 0), ("XXX24:59:59", -89_999),
    ])
    func `has an offset in its footer`(footer: String, offset: Int) throws {
        let zone = try #require(Self.zone(footer))

        #expect(zone.period(at: 1_000_000_000) == TimeZonePeriod(offset: offset, end: nil))
    }

    /// Footers, an instant, and the period at that instant.
    @Test(arguments: [
        // Central Europe in January, after the last Sunday of March, and of October 2026.
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_768_000_000, 3_600, 1_774_746_000),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7_200, 1_792_890_000),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3_600, 1_774_746_000),
        // Ireland, where winter time is the alternative time.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_768_000_000, 0, 1_774_746_000),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_774_746_000, 3_600, 1_792_890_000),
        // Summer time lasts the whole year.
        ("EST5EDT,0/0,J365/25", 1_768_000_000, -14_400, 1_798_779_600),
        // Days are counted from 1 without 29 February, and from 0.
        ("AAA0BBB,J60/0,J300/0", 1_709_251_199, 0, 1_709_251_200),
        ("AAA0BBB,59/0,300/0", 1_709_164_799, 0, 1_709_164_800),
    ])
    func `has rules in its footer`(footer: String, instant: Int, offset: Int, end: Int) throws {
        let zone = try #require(Self.zone(footer))

        #expect(zone.period(at: instant) == TimeZonePeriod(offset: offset, end: end))
    }

    @Test(arguments: [
        "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-26", "CET-1:60", "<CET-1",
        "CET-1CEST,J0,J365", "CET-1CEST,366,1", "CET-1CEST,M3.5.0,M10.5.0/169", "CET-1 ",
        "CET-1CEST,M3.5.0,M10.5.0/3x", "-1",
    ])
    func `with another footer is none`(footer: String) {
        #expect(Self.zone(footer) == nil)
    }

    @Test func `that was cut anywhere, or changed in its counts, is none`() {
        let file = Zones.file(footer: "CET-1")
        let changed = (20..<44).map { position in
            var file = file
            file[position] = 0x7F
            return file
        }

        let read =
            file.indices.filter { TimeZoneFile(Array(file[..<$0]).span) != nil }.count
            + changed.filter { TimeZoneFile($0.span) != nil }.count

        #expect(read == 0)
    }

    @Test func `of version 1, or without a type, is none`() {
        #expect(TimeZoneFile(Zones.file(footer: "", version: 0).span) == nil)
        #expect(TimeZoneFile(Zones.file(footer: "", types: 0).span) == nil)
        #expect(TimeZoneFile([UInt8]("no zone".utf8).span) == nil)
    }
}
