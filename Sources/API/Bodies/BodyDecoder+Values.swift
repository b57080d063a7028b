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
