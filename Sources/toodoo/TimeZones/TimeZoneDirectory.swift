import HTTPServer
import Items
import Synchronization

/// The time zones of this machine: the files of the time zone database, tzdata, read when first
/// needed.
final class TimeZoneDirectory: TimeZoneDatabase {
    private struct State {
        var zones: [String: any TimeZoneRules] = [:]
        /// The zones that were reported as missing.
        var missing: Set<String> = []
    }

    /// The most zones that stay in memory, and names that are remembered as missing.
    private static let capacity = 100
    /// No file is longer than some KiB.
    private static let fileBytes = 65_536

    private let folder: String
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// The zones in a folder; `report` receives warnings.
    init(
        _ folder: String = "/usr/share/zoneinfo",
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = folder
        self.report = report
    }

    /// A warning for the operator if UTC is the only zone.
    var warning: String? {
        zone("Etc/UTC") == nil
            ? "there is no time zone database (tzdata) in \(folder): the only time zone is UTC"
            : nil
    }

    func zone(_ name: String) -> (any TimeZoneRules)? {
        if name == Repetition.utc { return UTCRules() }
        if let known = state.withLock({ $0.zones[name] }) { return known }
        guard Self.isName(name), let zone = read(name) else { return nil }
        state.withLock { state in
            if state.zones.count >= Self.capacity { state.zones.removeAll() }
            state.zones[name] = zone
        }
        return zone
    }

    func reportMissing(_ name: String) {
        let isNew = state.withLock { state in
            state.missing.count < Self.capacity && state.missing.insert(name).inserted
        }
        if isNew {
            report("tzdata no longer has the time zone \(name): what repeats in it does so in UTC")
        }
    }

    /// Whether a name leads to a zone of the folder, and to one that is the same on each machine.
    private static func isName(_ name: String) -> Bool {
        guard Repetition.isZoneName(name.utf8.span) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return !parts.contains("") && parts[0] != "posix" && parts[0] != "right"
            && !["localtime", "posixrules", "Factory"].contains(name)
    }

    private func read(_ name: String) -> TimeZoneFile? {
        let path = folder + "/" + name
        guard fileExists(path), !isNotRegularFile(path) else { return nil }
        do throws(Errno) {
            let bytes = try InputFile(path).beginning(Self.fileBytes)
            return bytes.count < Self.fileBytes ? TimeZoneFile(bytes.span) : nil
        } catch {
            return nil
        }
    }
}
