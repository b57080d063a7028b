import Geocoding
import HTTP
import HTTPServer

/// What `toodoo serve` is told, by flags and by the environment; a flag wins.
struct ServeOptions: Equatable {
    /// Whether requests must say who they are from.
    enum Authentication: String, CaseIterable {
        /// On, unless only this machine can connect; as long as there are no accounts that means: loopback only.
        case auto
        /// Everyone who can connect may do everything.
        case off
    }

    /// How many connections one address may have of a server that others can reach, unless it is told.
    static let connectionsOfAStranger = 1_024
    /// What holds when nothing is said; the database's place depends on whose it is.
    static let standard = ServeOptions()

    var host = "127.0.0.1"
    var port = 8_080
    var database = ""
    var lanes: Int?
    var authentication = Authentication.auto
    var readyDescriptor: Int?
    var drainDelay = 0
    var maxBody = 16 << 20
    var origins: [WebOrigin] = []
    var geocoder: ProviderURL?
    var geocoderBudget = ProviderGeocoder.Limits().budgetSeconds
    var connectionsPerAddress: Int?
    var limits = Limits()
    /// The socket that was handed over to be served, instead of `host` and `port`.
    var inherited: Int32?

    /// What holds when nothing is said.
    init() {}

    /// Refuses an address that others can reach, unless everyone is to be served.
    func admit(_ host: String) throws(UsageFailure) {
        guard authentication == .off || Self.isLoopback(host) else { throw .openToAll(host: host) }
    }

    /// The limits of a server on an address; clients of this machine are not kept from each other.
    func limits(on host: String) -> Limits {
        var limits = limits
        limits.connectionsPerAddress =
            connectionsPerAddress
            ?? (Self.isLoopback(host) ? limits.connections : Self.connectionsOfAStranger)
        return limits
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "::1" || (parts.count == 4 && parts[0] == "127")
    }
}
