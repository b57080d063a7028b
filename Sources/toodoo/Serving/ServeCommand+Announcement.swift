import Accounts
import HTTPServer
import Storage

extension ServeCommand {
    /// A token for the link that makes the first account; nil if there is one already, or no page to
    /// make it in.
    ///
    /// Each start makes another token in place of the one before, because only the digest is stored.
    func offerSetup(
        _ storage: any Storage, on address: ListenAddress, _ failures: FailureLog
    ) -> SetupToken? {
        guard options.requiresTokens(on: address.host), !storage.hasAccounts, options.page != .off
        else { return nil }
        let token = SetupToken.random()
        switch storage.perform(.offerSetup(token.digest)) {
        case .success: return token
        case .failure(.storage(let failure)):
            failures.report(failure)
            return nil
        case .failure, nil: return nil
        }
    }

    /// Prints the address, and logs the operator's next steps.
    func announce(
        _ address: ListenAddress, _ metricsServer: ListenAddress?, hasAccounts: Bool,
        setupToken: SetupToken?, itemsWithoutAccount: Int, _ log: ServeLog
    ) {
        let reachable = address.reachable(machineAddresses())
        let url = reachable[0].url
        // A closed standard output does not stop the server.
        try? Output.tryLine("toodoo listens on \(reachable.urls)")
        if options.isOpenToOthers(on: address.host) {
            log.write(
                .warning,
                "--auth off lets every client that reaches \(reachable.urls) read and change all items"
            )
        }
        if !options.requiresTokens(on: address.host) {
            log.write(
                .info,
                """
                try: curl -H 'Content-Type: application/json' -d '{"title":"Buy milk"}' \(url)/items
                """)
            if hasAccounts {
                log.write(
                    .warning,
                    "the database has accounts, whose items are not shown without --auth on")
            }
        } else if let setupToken {
            log.write(
                .info,
                """
                there are no accounts yet; the first one is made at \
                \(SetupLink.url(setupToken, at: url)) (behind a proxy, at its address); \
                toodoo setup-link prints a new link
                """)
        } else if !hasAccounts {
            let adopt = itemsWithoutAccount > 0 ? " --adopt" : ""
            log.write(
                .info,
                """
                there are no accounts yet; create the first one with \
                toodoo user add --db \(EffectiveConfig.quoted(options.database.name)) \
                --email you@example.org\(adopt) \
                (in a container: the same behind docker exec -it CONTAINER)
                """)
        }
        if itemsWithoutAccount > 0 {
            let remedy =
                setupToken == nil
                ? """
                toodoo user add --db \(EffectiveConfig.quoted(options.database.name)) \
                --email EMAIL --adopt makes them those of a new account
                """ : "the first account that is made there gets them"
            log.write(
                .warning,
                """
                \(LocalItems.were(itemsWithoutAccount)) written without accounts and no account sees \
                them; \(remedy)
                """)
        }
        if options.requiresTokens(on: address.host) {
            log.write(
                .info,
                options.isSignUpOpen(on: address.host)
                    ? "sign-up is open: every client can create an account; --sign-up closed ends that"
                    : "sign-up is closed: toodoo user add creates accounts; --sign-up open "
                        + "lets clients do it")
        }
        if let metricsServer {
            log.write(
                .info,
                "metrics are at \(metricsServer.reachable(machineAddresses())[0].url)/metrics")
        }
        log.write(.info, "the database is \(options.database.name)")
        if options.page != .off { log.write(.info, "for browsers: a to-do list at \(url)/") }
        if let descriptor = options.readyDescriptor { signalReadiness(Int32(descriptor)) }
    }
}

extension [ListenAddress] {
    /// The base URLs, separated by commas.
    var urls: String { map(\.url).joined(separator: ", ") }
}
