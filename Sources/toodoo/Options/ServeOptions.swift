import API
import Accounts
import Geocoding
import HTTP
import HTTPServer
import SQLiteStorage

/// The options of `toodoo serve`, from flags and the environment; a flag wins.
struct ServeOptions: Equatable {
    /// Whether requests need a token.
    enum Authentication: String, CaseIterable {
        /// Off on a loopback address without `--proxies`, otherwise on.
        case auto
        /// Each account has its own items, and requests need a token.
        case on
        /// No tokens; every client may do everything.
        case off
    }

    /// The policy for the creation of accounts.
    enum SignUp: String, CaseIterable {
        /// Open on a loopback address without `--proxies`, otherwise closed.
        case auto
        /// Every client.
        case open
        /// The operator alone.
        case closed
    }

    /// The way in which a server on PostgreSQL receives changes of other processes.
    enum Notifications: String, CaseIterable {
        /// By notifications, and by a poll in case they are lost.
        case listen
        /// By the poll alone.
        case poll
    }

    /// The value of an option that is only on or off.
    enum Switch: String, CaseIterable {
        case on, off
    }

    /// Default limit of connections from one address, except on loopback.
    static let defaultConnectionsPerAddress = 1_024
    /// Dispatch has 255 threads for blocking work, and a lane keeps its thread forever; the writer,
    /// the acceptor and the signal queue need some as well.
    static let maxLanes = 128
    /// The defaults, except the database's path, which depends on the user.
    static let defaults = ServeOptions()

    var host = "127.0.0.1"
    var port = 8_080
    /// The database as it was given, with a password if it has one.
    var databaseText = ""
    var database = Database.file("")
    var notifications = Notifications.listen
    var lanes: Int?
    var authentication = Authentication.auto
    var signUp = SignUp.auto
    var tokenLifetime = 30 * 86_400
    /// Rate limits; nil is no limit.
    var rates = Rates()
    /// Addresses whose `X-Forwarded-For` is trusted.
    var proxies: [AddressRange] = []
    /// The field in which these proxies name the user that they have signed in.
    var proxyUser: ProxyUserField?
    var readyDescriptor: Int?
    var drainDelay = 0
    var maxBody = 16 << 20
    /// Quotas of each owner: number and bytes of items, bytes of history.
    var ownerItems = SQLiteDatabase.Options().ownerItems
    var ownerHistory = SQLiteDatabase.Options().ownerHistory
    var origins: [WebOrigin] = []
    var hosts: [String] = []
    var page: PageSource? = .program
    var tiles: TileURL?
    var mcp = Switch.on
    var geocoder: ProviderURL?
    var geocoderBudget = ProviderGeocoder.Limits().budgetSeconds
    /// How push services reach the operator; nil turns reminders off.
    var pushContact: PushContact?
    var pushHosts = PushAddresses.browsers.compactMap { PushAddresses.Host($0) }
    var pushLocal: [WebOrigin] = []
    /// A file of certificates, for services that may have a private address.
    var pushCertificates: String?
    var connectionsPerAddress: Int?
    var log = ServeLog.Format.text
    var logPaths = Switch.off
    var metrics: MetricsEndpoint? = .main
    var limits = Limits()
    /// The inherited socket to serve instead of `host` and `port`.
    var inherited: Int32?

    init() {}

    /// Rate limits per address, account and token.
    struct Rates: Equatable {
        var signIns: Rate? = Rate(60, per: 60)
        var signInsToAccount: Rate? = Rate(20, per: 60)
        var signUps: Rate? = Rate(60, per: 3_600)
        var requests: Rate? = Rate(60_000, per: 60)
    }

    /// Number of lanes: as given, or one for each core.
    var laneCount: Int { lanes ?? min(coreCount(), Self.maxLanes) }

    /// Whether requests to a server on this address need a token.
    func requiresTokens(on host: String) -> Bool {
        switch authentication {
        case .auto: !Self.isLoopback(host) || !proxies.isEmpty
        case .on: true
        case .off: false
        }
    }

    /// Whether a server on this address lets every client read and change everything.
    func isOpenToOthers(on host: String) -> Bool {
        authentication == .off && !Self.isLoopback(host)
    }

    /// The protection against requests from foreign web pages, for a server on this address that
    /// needs no tokens; nil for one that does.
    func hostAndOriginGuard(on host: String) -> HostAndOriginGuard? {
        if requiresTokens(on: host) { return nil }
        return HostAndOriginGuard(names: Self.isLoopback(host) ? hosts : nil)
    }

    /// The same protection for `--metrics` on this address, which never needs tokens.
    func metricsGuard(on host: String) -> HostAndOriginGuard {
        HostAndOriginGuard(names: Self.isLoopback(host) ? hosts : nil)
    }

    /// Whether clients can create accounts on a server on this address.
    func isSignUpOpen(on host: String) -> Bool {
        switch signUp {
        case .auto: Self.isLoopback(host) && proxies.isEmpty
        case .open: true
        case .closed: false
        }
    }

    /// The settings of the page for a server on this address.
    func pageSettings(on host: String) -> PageSettings {
        var settings = PageSettings()
        settings.hasAccounts = requiresTokens(on: host)
        settings.hasSignUp = settings.hasAccounts && isSignUpOpen(on: host)
        settings.hasProxySignIn = proxyUser != nil
        settings.hasGeocoder = geocoder != nil
        settings.hasReminders = pushContact != nil
        settings.tiles = tiles
        return settings
    }

    /// The limits of a server on this address. On loopback the limit per address is the total
    /// limit.
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
