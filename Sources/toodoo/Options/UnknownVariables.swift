/// Variables that look like an option of serve and are none.
///
/// They are told of, not refused: an environment is made by many, for many programs, and a server
/// that does not start because of a name that somebody else has chosen serves nobody.
enum UnknownVariables {
    /// The names among these that nobody knows what they are for.
    static func names(_ environment: [(name: String, value: String)]) -> [String] {
        let ours = environment.filter { name, value in
            name.hasPrefix(ServeOption.variablePrefix) && !isServiceLink(name, value)
        }
        // As it is nearly everywhere.
        if ours.isEmpty { return [] }
        let known = Set(ServeOption.all.map(\.variable))
        return ours.map(\.name).filter { !known.contains($0) }.sorted()
    }

    /// Whether a cluster says by this where a service is, one that is called `toodoo` perhaps:
    ///
    ///     TOODOO_SERVICE_HOST=10.0.0.11      TOODOO_PORT=tcp://10.0.0.11:8080
    ///     TOODOO_SERVICE_PORT=8080           TOODOO_PORT_8080_TCP_ADDR=10.0.0.11
    ///
    /// (kubernetes.io/docs/tutorials/services/connect-applications-service/#environment-variables).
    /// So `TOODOO_PORT` need not be the option, and then it is passed over.
    static func isServiceLink(_ name: String, _ value: String) -> Bool {
        let protocols = ["TCP", "UDP", "SCTP"]
        let isAddress = protocols.contains { value.hasPrefix("\($0.lowercased())://") }
        if name.hasSuffix("_PORT"), isAddress { return true }
        let words = name.split(separator: "_").map(String.init)
        let isServicePort = zip(words, words.dropFirst()).contains { $0 == ("SERVICE", "PORT") }
        if name.hasSuffix("_SERVICE_HOST") || isServicePort { return true }
        return words.dropLast().contains("PORT") && words.contains(where: protocols.contains)
    }
}
