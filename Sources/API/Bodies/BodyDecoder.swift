/// Decodes JSON values and collects all faults, not only the first.
///
/// The extensions have one function for each kind of body.
struct BodyDecoder {
    /// The most faults that are reported; `faultCount` counts the others too.
    static let maximumFaults = 100
    static let longName = 200

    var faults: [Fault] = []
    /// The number of all faults, reported or not.
    var faultCount = 0
    var path = JSONPointer()

    /// Descends into an object; false for another value. After true, the caller pops the path.
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
            // At most 4 bytes a scalar, so 50 scalars never exceed `longName` bytes.
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
