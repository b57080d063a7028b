package import Items

/// What the reading of a file depends on besides its bytes.
package struct ImportContext: Sendable {
    package let now: Double
    /// The zone of dates whose zone the file does not name.
    let zone: NamedZone
    let zones: any TimeZoneDatabase
    let limits: ImportLimits

    /// A context; nil if the zones have none with this name.
    package init?(
        now: Double, timeZone: String = Repetition.utc, zones: any TimeZoneDatabase,
        limits: ImportLimits = .request
    ) {
        guard let rules = zones.zone(timeZone) else { return nil }
        self.now = now
        self.zones = zones
        self.limits = limits
        zone = NamedZone(name: timeZone, rules: rules)
    }

    /// The zone with this name, or a part of it after a slash; nil if there is none.
    func zone(named name: String) -> NamedZone? {
        // Some programs write a registry before the name: /freeassociation.sourceforge.net/Europe/…
        guard name.utf8.count <= 256 else { return nil }
        var rest = Substring(name)
        while true {
            if !rest.isEmpty, let rules = zones.zone(String(rest)) {
                return NamedZone(name: String(rest), rules: rules)
            }
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            rest = rest[rest.index(after: slash)...]
        }
    }
}

package struct ImportLimits: Sendable {
    package let bytes: Int
    package let items: Int

    package init(bytes: Int, items: Int) {
        self.bytes = bytes
        self.items = items
    }

    /// Those of a request.
    package static let request = ImportLimits(bytes: 16 << 20, items: 10_000)
    /// None, for the owner of the machine.
    package static let none = ImportLimits(bytes: .max, items: .max)
}
