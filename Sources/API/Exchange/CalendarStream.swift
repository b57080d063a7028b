import Exchange
import HTTP
import Items

/// A calendar, made of a snapshot of the open items.
///
/// A turn reads items until they have some hundred dates, which takes a lane about a millisecond.
/// Then the calendar is written: as a whole if it is short, otherwise in chunks.
final class CalendarStream: ResponseStream {
    private static let itemsPerTurn = 128
    private static let datesPerTurn = 256
    private static let chunkBytes = 32_768

    private let app: App
    private let owner: Owner
    private let snapshot: any ItemSnapshot
    private let now: Double
    private var feed: CalendarFeed?
    private var writer: CalendarWriter?

    init(_ snapshot: any ItemSnapshot, of owner: Owner, _ app: App, at now: Double) {
        self.snapshot = snapshot
        self.owner = owner
        self.app = app
        self.now = now
        feed = CalendarFeed(now: now, zones: app.exchange.timeZones)
    }

    func fill(_ response: inout ResponseWriter) -> StreamStep {
        if writer != nil { return writeNext(to: &response) }
        do throws(StorageFailure) {
            guard let revision = try snapshot.revision else { return .wait }
            switch try read() {
            case .more: return .more
            case .wait: return .wait
            case .end:
                writer = feed.take()?.writer()
                return begin(&response, at: revision)
            }
        } catch {
            _ = app.refuse(.storage(error), &response)
            return .end
        }
    }

    private func read() throws(StorageFailure) -> SnapshotStep {
        var dates = 0
        return try snapshot.next(Self.itemsPerTurn) { row in
            // Most items of a long list have no date, and no text of theirs is copied.
            if row.fields.timestamp != nil { dates += feed?.add(ToDoItem(row)) ?? 0 }
            return dates < Self.datesPerTurn
        }
    }

    private func begin(_ response: inout ResponseWriter, at revision: Int) -> StreamStep {
        let tag = CalendarETag(epoch: owner.epoch, revision: revision, now: now)
        let first = writer?.next(Self.chunkBytes) ?? []
        let isWhole = writer?.isAtEnd != false
        if isWhole { response.start(.ok) } else { response.startParts(.ok) }
        response.field("Content-Type", "text/calendar; charset=utf-8")
        tag.writeFields(to: &response)
        if isWhole {
            response.finish(with: first.span)
            return .end
        }
        response.finishHead()
        if response.context.isHead { return .end }
        response.body.append(first.span)
        return .more
    }

    private func writeNext(to response: inout ResponseWriter) -> StreamStep {
        if let lines = writer?.next(Self.chunkBytes) { response.body.append(lines.span) }
        return writer?.isAtEnd == false ? .more : .end
    }
}
