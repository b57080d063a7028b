import Geocoding
import Items
import Storage

extension ServeCommand {
    /// The geocoder that all lanes share, nil without `--geocoder`.
    func makeGeocoder(_ storage: any Storage) -> (any Geocoder)? {
        guard let provider = options.geocoder else { return nil }
        var limits = ProviderGeocoder.Limits()
        limits.budgetSeconds = options.geocoderBudget
        return ProviderGeocoder(
            Nominatim(base: provider), session: CurlSession(), scheduler: .dispatch(),
            clock: .system,
            limits: limits, userAgent: "toodoo/\(Build.version)"
        ) { storage.store($0) }
    }
}
