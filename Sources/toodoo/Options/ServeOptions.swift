import API
import Accounts
import Geocoding
import HTTP
import HTTPServer
import SQLiteStorage

/// What `toodoo serve` is told, by flags and by the environment; a flag wins.
struct ServeOptions: Equatable {
    /// Whether requests must say who they are from.
    enum Authentication: String, CaseIterable {
        /// On, unless only this machine can connect, and no proxy passes on what others ask.
        case auto
        /// Everyone has their own items, and a token for them.
        case on
        /// Everyone who can connect may do everything.
        case off
    }

    /// Who makes accounts.
    enum SignUp: String, CaseIterable {
        case open
        /// The operator alone.
        case closed
    }

    /// What an option says that only turns something on.
    enum Switch: String, CaseIterable {
        case on, off
    }

    /// How many connections one address may have of a server that others can
    /// reach, unless it is told.
    static let defaultConnectionsPerAddress = 1_024
    /// Dispatch has 255 threads for what blocks, and a lane never gives its own
    /// back: the writer, the acceptor and what waits for signals want some as well.
    static let maxLanes = 128
    /// What holds when nothing is said; the database's place depends on whose it is.
    static let defaults = ServeOptions()

    var host = "127.0.0.1"
    var port = 8_080
    var database = ""
    var lanes: Int?
    var authentication = Authentication.auto
    var signUp = SignUp.open
    var tokenLifetime = 30 * 86_400
    /// How often is enough; nil is no limit.
    var rates = Rates()
    /// Whose word is taken for where a request comes from.
    var proxies: [AddressRange] = []
    var readyDescriptor: Int?
    var drainDelay = 0
    var maxBody = 16 << 20
    /// How many bytes of items, and of history, each owner may have.
    var ownerItems = Storage.Options().ownerItems
    var ownerHistory = Storage.Options().ownerHistory
    var origins: [WebOrigin] = []
    var hosts: [String] = []
    var geocoder: ProviderURL?
    var geocoderBudget = ProviderGeocoder.Limits().budgetSeconds
    var connectionsPerAddress: Int?
    var log = ServeLog.Format.text
    var logPaths = Switch.off
    var metrics: MetricsEndpoint? = .main
    var limits = Limits()
    /// The socket that was handed over to be served, instead of `host` and `port`.
    var inherited: Int32?

    /// What holds when nothing is said.
    init() {}

    /// How often one address, one account and one token may ask.
    struct Rates: Equatable {
        var signIns: Rate? = Rate(60, per: 60)
        var signInsToAccount: Rate? = Rate(20, per: 60)
        var signUps: Rate? = Rate(60, per: 3_600)
        var requests: Rate? = Rate(60_000, per: 60)
    }

    /// How many threads serve; one for each core, unless it is told.
    var laneCount: Int { lanes ?? min(coreCount(), Self.maxLanes) }

    /// Whether requests to a server on this address must say who they are from.
    func requiresTokens(on host: String) -> Bool {
        switch authentication {
        case .auto: !Self.isLoopback(host) || !proxies.isEmpty
        case .on: true
        case .off: false
        }
    }

    /// Whether everyone who reaches that address may read and change everything.
    func isOpenToOthers(on host: String) -> Bool {
        authentication == .off && !Self.isLoopback(host)
    }

    /// What keeps strangers' pages out of a server on this address, where
    /// nobody is asked for a token.
    func crossSiteGuard(on host: String) -> CrossSiteGuard? {
        if requiresTokens(on: host) { return nil }
        return CrossSiteGuard(names: Self.isLoopback(host) ? hosts : nil)
    }

    /// The limits of a server on an address; clients of this machine are not kept from each other.
    func limits(on host: String) -> Limits {
        var limits = limits
        limits.proxies = proxies
        limits.connectionsPerAddress =
            connectionsPerAddress
            ?? (Self.isLoopback(host) ? limits.connections : Self.defaultConnectionsPerAddress)
        return limits
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "::1" || (parts.count == 4 && parts[0] == "127")
    }
}
