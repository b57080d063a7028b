/// Environment variables with the prefix of the options that are not an option.
///
/// They cause a warning, not an error: other programs share the environment, and a foreign variable
/// must not keep the server from starting.
enum UnknownVariables {
    static func names(_ environment: [(name: String, value: String)]) -> [String] {
        let ours = environment.filter { name, value in
            name.hasPrefix(ServeOption.variablePrefix) && !isServiceLink(name, value)
        }
        // The usual case, without building the set of all options.
        if ours.isEmpty { return [] }
        let known = Set(ServeOption.all.map(\.variable))
        return ours.map(\.name).filter { name in
            let option =
                name.hasSuffix(Environment.fileSuffix)
                ? String(name.dropLast(Environment.fileSuffix.count)) : name
            return !known.contains(option)
        }.sorted()
    }

    /// Whether Kubernetes has set the variable for a service named `toodoo`:
    ///
    ///     TOODOO_SERVICE_HOST=10.0.0.11      TOODOO_PORT=tcp://10.0.0.11:8080
    ///     TOODOO_SERVICE_PORT=8080           TOODOO_PORT_8080_TCP_ADDR=10.0.0.11
    ///
    /// (kubernetes.io/docs/tutorials/services/connect-applications-service/#environment-variables).
    /// So `TOODOO_PORT` with such a value is ignored.
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
