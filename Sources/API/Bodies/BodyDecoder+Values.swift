import Items

/// Decoding of values: each is checked for its type and its rule, and its fault is reported.
extension BodyDecoder {
    mutating func itemID(_ value: borrowing JSONValue) -> ItemID? {
        guard !value.isNull else { return nil }
        guard let (high, low) = value.uuid() else {
            report(.notAnID, at: "id")
            return nil
        }
        return ItemID(high: high, low: low)
    }

    mutating func string(
        _ value: borrowing JSONValue, _ name: String,
        _ rule: (String) throws(ItemFault) -> String
    ) -> String? {
        guard !value.isNull else { return nil }
        guard let text = value.string() else {
            report(.wrongType(expected: "a string"), at: name)
            return nil
        }
        return checked(text, name, rule)
    }

    mutating func number(
        _ value: borrowing JSONValue, _ name: String, expected: String = "a number",
        _ rule: (Double) throws(ItemFault) -> Double
    ) -> Double? {
        guard !value.isNull else { return nil }
        guard let number = value.double() else {
            report(.wrongType(expected: expected), at: name)
            return nil
        }
        return checked(number, name, rule)
    }

    mutating func timestamp(_ value: borrowing JSONValue) -> Double? {
        number(value, "timestamp", expected: Fault.timeUnit, ItemRules.timestamp)
    }

    /// The tags of an item; nil if there are none, or one has a fault.
    mutating func tags(_ value: borrowing JSONValue, _ name: String) -> Tags? {
        guard !value.isNull else { return nil }
        guard value.kind == .array, value.count <= Tags.most else {
            report(.wrongType(expected: "an array of at most \(Tags.most) tags"), at: name)
            return nil
        }
        let before = faultCount
        path.push(name)
        defer { path.pop() }
        var tags = Tags.Builder()
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            path.push(index)
            if let tag = element.string() {
                do throws(TagFault) { try tags.add(tag) } catch { report(.tag(error)) }
            } else {
                report(.wrongType(expected: "a string"))
            }
            path.pop()
            index += 1
        }
        return faultCount == before ? tags.tags : nil
    }

    /// The change of the tags by a patch; an empty array clears them, as `null` does.
    mutating func tagsChange(
        _ value: borrowing JSONValue, _ name: String
    ) -> ItemPatch.Change<Tags> {
        let isEmpty = value.kind == .array && value.count == 0
        return isEmpty ? .clear : change(value, tags(value, name))
    }

    /// A key of the order by hand.
    mutating func position(_ value: borrowing JSONValue, _ name: String) -> OrderKey? {
        guard !value.isNull else { return nil }
        guard let text = value.string() else {
            report(.wrongType(expected: "a string"), at: name)
            return nil
        }
        guard let key = OrderKey(text) else {
            report(.wrongType(expected: Fault.position), at: name)
            return nil
        }
        return key
    }

    mutating func bool(_ value: borrowing JSONValue, _ name: String) -> Bool? {
        guard !value.isNull else { return nil }
        guard let bool = value.bool() else {
            report(.wrongType(expected: "true or false"), at: name)
            return nil
        }
        return bool
    }

    mutating func checked<Value>(
        _ value: Value, _ name: String, _ rule: (Value) throws(ItemFault) -> Value
    ) -> Value? {
        do throws(ItemFault) {
            return try rule(value)
        } catch {
            report(.rule(error), at: name)
            return nil
        }
    }

    /// The change of a member by a patch: `null` clears it; a refused value changes nothing.
    func change<Value>(
        _ value: borrowing JSONValue, _ new: Value?
    ) -> ItemPatch.Change<Value> {
        if value.isNull { return .clear }
        return new.map { .set($0) } ?? .keep
    }

    mutating func refuseNull(_ value: borrowing JSONValue, _ name: String) -> Bool {
        if value.isNull { report(.notClearable, at: name) }
        return value.isNull
    }
}
