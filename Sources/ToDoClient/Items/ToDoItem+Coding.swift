import Foundation

extension ToDoItem: Codable {
    /// Reads an item; only `id` and `title` must be there.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self.init(
            id: try members.decode(UUID.self, forKey: MemberName(stringValue: "id")),
            title: try members.decode(
                String.self, forKey: MemberName(stringValue: WireMember.title.rawValue)))
        var present: Set<WireMember> = []
        for key in members.allKeys {
            if let member = WireMember(rawValue: key.stringValue) {
                present.insert(member)
            } else if Self.isUnknown(key.stringValue) {
                others[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
            }
        }
        // In order, because another timestamp removes what belongs to the due date.
        for member in WireMember.allCases where present.contains(member) {
            try member.property.decode(member.rawValue, from: members, into: &self)
        }
    }

    /// Writes the item with the names of the API; members without a value are left out.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(id, forKey: MemberName(stringValue: "id"))
        for member in WireMember.allCases {
            try member.property.encode(member.rawValue, of: self, to: &members)
        }
        for (name, value) in others {
            try members.encode(value, forKey: MemberName(stringValue: name))
        }
    }

    /// Whether a member in JSON is none of this version.
    package static func isUnknown(_ name: String) -> Bool {
        name != "id" && WireMember(rawValue: name) == nil && !WireMember.readOnly.contains(name)
    }
}
