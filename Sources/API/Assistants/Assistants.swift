package import Items

/// The dependencies of the endpoint for assistants, except the items.
package struct Assistants: Sendable {
    /// The version of the server, which clients show.
    let version: String
    /// The zones in which due times have their local dates.
    let timeZones: any TimeZoneDatabase

    /// An endpoint of a server of this version.
    package init(version: String, timeZones: any TimeZoneDatabase) {
        self.version = version
        self.timeZones = timeZones
    }
}
