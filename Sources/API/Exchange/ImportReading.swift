import Exchange
import Items

/// A file that is read: its items, and what is said about it.
struct ImportReading: Sendable {
    let items: [NewItem]
    let remarks: ImportRemarks
    /// The digest of the file, which recognises a request that is sent again.
    let fingerprint: [UInt8]

    /// Reads a file, of the wanted format or of the one that it is recognised by.
    init(
        _ file: [UInt8], as wanted: ImportFormat?, in context: ImportContext
    ) throws(Problem) {
        fingerprint = SHA256.digest(file.span).bytes
        let source: ImportSource
        let format: ImportFormat
        do throws(ImportFault) {
            source = try ImportSource(file)
            format = try source.format(wanted)
        } catch {
            throw .badFile(error)
        }
        guard format != .toodoo else {
            items = try Self.list(source.text)
            remarks = ImportRemarks(format: format)
            return
        }
        let imported: ImportedFile
        do throws(ImportFault) {
            imported = try source.read(as: format, in: context)
        } catch {
            throw .badFile(error)
        }
        items = imported.items.map { NewItem(id: $0.id, content: $0.content) }
        remarks = ImportRemarks(
            format: format, lost: imported.lost, lostCount: imported.lostCount,
            skipped: imported.skipped, skippedCount: imported.skippedCount)
    }

    /// The items of a list of this program, judged as those of `POST /items`.
    private static func list(_ text: [UInt8]) throws(Problem) -> [NewItem] {
        var reader = ItemFileReader(ids: IDGenerator { ItemID(high: 0, low: 0) })
        var ids = EntryIDs(.toodoo)
        var seen: Set<ItemID> = []
        var items: [NewItem] = []
        reader.feed(text)
        for isEnd in [false, true] {
            if isEnd { reader.end() }
            while let item = try next(&reader, number: items.count) {
                guard items.count < ImportLimits.request.items else {
                    throw .badFile(
                        .tooManyItems(
                            limit: ImportLimits.request.items, line: reader.position.number))
                }
                // The same file again has to be the same items.
                let id = item.hasGeneratedID ? ids.id(of: reader.text) : item.id
                guard seen.insert(id).inserted else {
                    throw .invalid(
                        [Fault(pointer: "/\(items.count)/id", reason: .repeatedID)], of: 1)
                }
                items.append(NewItem(id: id, content: item.content))
            }
        }
        return items
    }

    private static func next(
        _ reader: inout ItemFileReader, number: Int
    ) throws(Problem) -> NewItem? {
        do throws(ItemFileFault) {
            return try reader.next()
        } catch {
            guard case .invalid(let position, let issues, let count) = error else {
                throw .badItemFile(error)
            }
            let placed = issues.map {
                ItemFileIssue(pointer: "/\(number)" + $0.pointer, detail: $0.detail)
            }
            throw .badItemFile(.invalid(position, placed, count: count))
        }
    }
}
