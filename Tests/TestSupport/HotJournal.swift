extension [UInt8] {
    /// A rollback journal without pages. SQLite rolls it back if it is next to a database of
    /// `databaseBytes`.
    ///
    /// With a `superJournal` it belongs to a transaction on several databases. That file lists
    /// their journals, and SQLite removes it afterwards
    /// (sqlite.org/atomiccommit.html#_multi_file_commit).
    package static func hotJournal(of databaseBytes: Int, superJournal: String) -> [UInt8] {
        let pageSize: UInt32 = 4_096
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let name = [UInt8](superJournal.utf8)
        // The number of pages, the nonce, the database's pages, the bytes of a sector and of a
        // page.
        let header = [0, 0, UInt32(databaseBytes) / pageSize, 512, pageSize]
            .flatMap(\.bigEndianBytes)
        let padding = [UInt8](repeating: 0, count: 512 - magic.count - header.count)
        let lockPage = (0x4000_0000 / pageSize + 1).bigEndianBytes
        let checksum = name.reduce(0) { $0 + UInt32($1) }
        return magic + header + padding + lockPage + name + UInt32(name.count).bigEndianBytes
            + checksum.bigEndianBytes + magic
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> UInt32($0)) }
    }
}
