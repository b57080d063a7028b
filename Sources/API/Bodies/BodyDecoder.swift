/// Makes something of JSON, and remembers everything that is wrong with it,
/// not only the first thing.
///
/// What there can be is in the extensions, each member checked for its type and its rule.
struct BodyDecoder {
    /// So many faults are told; a body can have more than anyone reads.
    static let maximumFaults = 100
    static let longName = 200

    var faults: [Fault] = []
    /// How many faults there are, those that are not told included.
    var faultCount = 0
    var path = JSONPointer()

    /// Descends into an object; false when it is none, or null. Whoever gets true pops the path.
    mutating func open(_ value: borrowing JSONValue, _ name: String) -> Bool {
        guard !value.isNull else { return false }
        guard value.kind == .object else {
            report(.wrongType(expected: "an object"), at: name)
            return false
        }
        path.push(name)
        return true
    }

    mutating func refuseUnknown(_ member: borrowing JSONMember) {
        let name = member.name.string()
        let length = name.utf8.count
        if length > Self.longName {
            // Fewer scalars than the shortest of these names has, at four bytes for each.
            let beginning = String(name.unicodeScalars.prefix(50))
            report(.longUnknownName(beginning, bytes: length))
        } else {
            report(.unknownMember, at: name)
        }
    }

    mutating func report(_ reason: Fault.Reason, at name: String? = nil) {
        faultCount += 1
        guard faults.count < Self.maximumFaults else { return }
        let pointer = name.map { path.appending($0) } ?? path
        faults.append(Fault(pointer: pointer.description, reason: reason))
    }
}
