import Items

extension BodyDecoder {
    /// Decodes the patch of a filtered PATCH; nil if there is a fault.
    mutating func bulkPatch(_ value: borrowing JSONValue) -> ItemPatch? {
        patch(value) { decoder, _ in decoder.report(.idForMany, at: "id") }
    }

    /// Decodes the patch of one item, whose id is nil if faulty; nil if there is a fault.
    mutating func patch(_ value: borrowing JSONValue, for id: ItemID?) -> ItemPatch? {
        patch(value) { decoder, value in
            if let other = decoder.itemID(value), let id, other != id {
                decoder.report(.otherID, at: "id")
            }
        }
    }

    /// The patch of a location; nil when it is to be cleared, or has a fault.
    mutating func locationPatch(_ value: borrowing JSONValue) -> ItemPatch.LocationPatch? {
        guard open(value, "location") else { return nil }
        defer { path.pop() }
        var patch = ItemPatch.LocationPatch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "name": patch.name = change(value, string(value, "name", ItemRules.locationName))
            case "coordinate": patch.coordinate = change(value, coordinatePatch(value))
            default: refuseUnknown(member)
            }
        }
        return patch
    }

    private mutating func coordinatePatch(
        _ value: borrowing JSONValue
    ) -> ItemPatch.CoordinatePatch? {
        guard open(value, "coordinate") else { return nil }
        defer { path.pop() }
        var patch = ItemPatch.CoordinatePatch()
        var members = value.members
        while let member = members.next() {
            let value = member.value
            switch member.name {
            case "latitude":
                patch.latitude = change(value, number(value, "latitude", ItemRules.latitude))
            case "longitude":
                patch.longitude = change(value, number(value, "longitude", ItemRules.longitude))
            default: refuseUnknown(member)
            }
        }
        return patch
    }
}
