/// An item as a row of storage: its texts are borrowed from storage's memory.
///
/// A read allocates no `ToDoItem` and no `String`. The row is valid only inside the closure that
/// receives it.
package struct ItemRow: ~Escapable {
    /// The members that are not texts.
    package struct ScalarFields: Equatable, Sendable {
        package var id: ItemID
        package var sequence: Int
        package var timestamp: Double?
        package var day: CivilDate?
        package var coordinate: Coordinate?
        package var remind: Int?
        package var done: Bool
        package var createdAt: Double
        package var updatedAt: Double
        package var doneAt: Double?
        package var revision: Int

        /// The fields of one stored item.
        package init(
            id: ItemID, sequence: Int, timestamp: Double?, day: CivilDate?,
            coordinate: Coordinate?, remind: Int?, done: Bool, createdAt: Double,
            updatedAt: Double, doneAt: Double?, revision: Int
        ) {
            self.id = id
            self.sequence = sequence
            self.timestamp = timestamp
            self.day = day
            self.coordinate = coordinate
            self.remind = remind
            self.done = done
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.doneAt = doneAt
            self.revision = revision
        }
    }

    package let fields: ScalarFields
    package let title: Span<UInt8>
    package let itemDescription: Span<UInt8>?
    /// Nil when the item has no location.
    package let locationName: Span<UInt8>?
    /// The rule in its canonical form.
    package let repetition: Span<UInt8>?
    /// The tags with a space between two.
    package let tags: Span<UInt8>?
    package let position: Span<UInt8>?

    /// A row that borrows its texts.
    @_lifetime(
        copy title, copy itemDescription, copy locationName, copy repetition, copy tags,
        copy position)
    package init(
        fields: ScalarFields, title: Span<UInt8>, itemDescription: Span<UInt8>?,
        locationName: Span<UInt8>?, repetition: Span<UInt8>?, tags: Span<UInt8>?,
        position: Span<UInt8>?
    ) {
        self.fields = fields
        self.title = title
        self.itemDescription = itemDescription
        self.locationName = locationName
        self.repetition = repetition
        self.tags = tags
        self.position = position
    }
}

extension ToDoItem {
    /// Calls `body` with this item as a row, as storage does.
    package func withRow(_ body: (borrowing ItemRow) -> Void) {
        // Most items have neither, and a span of an absent text costs as much as one of a text.
        guard content.tags != nil || content.position != nil else {
            return withRow(tags: nil, position: nil, body)
        }
        // A span needs a text to borrow from, so an absent text is empty.
        let tags = content.tags?.text ?? ""
        let tagsSpan = tags.utf8Span.span
        let position = content.position?.text ?? ""
        let positionSpan = position.utf8Span.span
        withRow(
            tags: content.tags == nil ? nil : tagsSpan,
            position: content.position == nil ? nil : positionSpan, body)
    }

    @inline(__always)
    private func withRow(
        tags: Span<UInt8>?, position: Span<UInt8>?, _ body: (borrowing ItemRow) -> Void
    ) {
        let title = content.title
        let description = content.itemDescription ?? ""
        let name = content.location?.name ?? ""
        let descriptionSpan = description.utf8Span.span
        let nameSpan = name.utf8Span.span
        let repetition = content.repetition?.text ?? ""
        let repetitionSpan = repetition.utf8Span.span
        body(
            ItemRow(
                fields: ItemRow.ScalarFields(
                    id: id, sequence: sequence, timestamp: content.timestamp,
                    day: content.day, coordinate: content.location?.coordinate,
                    remind: content.remind, done: content.done, createdAt: createdAt,
                    updatedAt: updatedAt, doneAt: doneAt, revision: revision),
                title: title.utf8Span.span,
                itemDescription: content.itemDescription == nil ? nil : descriptionSpan,
                locationName: content.location == nil ? nil : nameSpan,
                repetition: content.repetition == nil ? nil : repetitionSpan, tags: tags,
                position: position))
    }
}

extension ToDoItem {
    package init(_ row: borrowing ItemRow) {
        let fields = row.fields
        self.init(
            id: fields.id, sequence: fields.sequence, content: ItemContent(row),
            createdAt: fields.createdAt, updatedAt: fields.updatedAt, doneAt: fields.doneAt,
            revision: fields.revision)
    }
}

extension ItemContent {
    fileprivate init(_ row: borrowing ItemRow) {
        self.init(title: "")
        for member in ItemMember.allCases {
            switch member {
            case .title: title = String(row.title)
            case .itemDescription:
                if let text = row.itemDescription { itemDescription = String(text) }
            case .timestamp: timestamp = row.fields.timestamp
            case .day: day = row.fields.day
            case .repetition: if let text = row.repetition { repetition = RepetitionText(text) }
            case .location:
                if let name = row.locationName {
                    location = Location(name: String(name), coordinate: row.fields.coordinate)
                }
            case .tags: if let text = row.tags { tags = Tags(String(text)) }
            case .position: if let text = row.position { position = OrderKey(String(text)) }
            case .remind: remind = row.fields.remind
            case .done: done = row.fields.done
            }
        }
    }
}

extension String {
    /// Decodes UTF-8; invalid bytes are replaced.
    fileprivate init(_ bytes: Span<UInt8>) {
        if let text = try? UTF8Span(validating: bytes) {
            self.init(copying: text)
        } else {
            self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
    }
}
