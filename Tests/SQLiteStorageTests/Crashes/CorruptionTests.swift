import SQLiteStorage
import TestSupport
import Testing

extension Crashes {
    /// SQLite cannot detect all damage. Its WAL has checksums, but its file has none, so a changed
    /// letter in a text is valid (sqlite.org/fileformat2.html).
    @Suite struct `A damaged file` {
        // Frames after the damage look like the end of a WAL that a power cut truncated.
        @Test(arguments: Crashes.seeds(2))
        func `with a bit flipped in the WAL never shows a state that was not written`(
            seed: UInt64
        ) throws {
            let disk = try CorruptedDisk(withLog: true, seed: seed)
            let size = disk.size(of: Disk.log)
            var random = SplitMix64(seed: seed)
            var shortened = 0

            for _ in 0..<Self.trials {
                let offset = Int.random(in: 0..<size, using: &random)
                let bit: UInt8 = 1 << UInt8.random(in: 0..<8, using: &random)
                let finding = disk.finding { $0.flip(bit, at: offset, of: Disk.log) }

                let wave = disk.pictures.firstIndex { finding == .shows($0) }
                let isReported = finding == .refused || finding == .reported
                #expect(wave != nil || isReported, "byte \(offset), seed \(seed)")
                if wave != disk.pictures.count - 1 { shortened += 1 }
            }

            #expect(shortened > 0)
        }

        @Test func `with a bit flipped in its header is refused, reported or unchanged`() throws {
            let disk = try CorruptedDisk(withLog: false, seed: 1)
            var noticed = 0
            // sqlite.org/fileformat2.html#the_database_header
            for offset in 0..<100 {
                for bit in Crashes.rounds == nil ? [offset % 8] : Array(0..<8) {
                    let finding = disk.finding { $0.flip(1 << bit, at: offset, of: Disk.file) }

                    if case .shows(let dump) = finding {
                        #expect(dump == disk.pictures.last, "byte \(offset), bit \(bit)")
                    } else {
                        noticed += 1
                    }
                }
            }
            #expect(noticed > 20)
        }

        // proves: durable-5
        @Test func `with an overwritten page is refused or reported, unless the page was free`()
            throws
        {
            let disk = try CorruptedDisk(withLog: false, seed: 2)
            var random = SplitMix64(seed: 2)
            let pages = disk.size(of: Disk.file) / 4_096
            var noticed = 0

            for page in 0..<pages {
                let finding = disk.finding { disk in
                    for offset in page * 4_096..<(page + 1) * 4_096 {
                        disk.flip(.random(in: 0...255, using: &random), at: offset, of: Disk.file)
                    }
                }

                if case .shows(let dump) = finding {
                    #expect(dump == disk.pictures.last, "page \(page + 1)")
                } else {
                    noticed += 1
                }
            }
            #expect(noticed > 10)
        }

        @Test(arguments: Crashes.seeds(2))
        func `with a single bit flipped differs in at most one row`(
            seed: UInt64
        ) throws {
            let disk = try CorruptedDisk(withLog: false, seed: seed)
            let size = disk.size(of: Disk.file)
            let before = Set(disk.pictures.last ?? [])
            var random = SplitMix64(seed: seed)

            for _ in 0..<Self.trials {
                let offset = Int.random(in: 0..<size, using: &random)
                let bit: UInt8 = 1 << UInt8.random(in: 0..<8, using: &random)
                let finding = disk.finding { $0.flip(bit, at: offset, of: Disk.file) }

                guard case .shows(let dump) = finding else { continue }
                #expect(Set(dump).subtracting(before).count <= 1, "byte \(offset), seed \(seed)")
                #expect(before.subtracting(dump).count <= 1, "byte \(offset), seed \(seed)")
            }
        }

        private static let trials = 25
    }
}
