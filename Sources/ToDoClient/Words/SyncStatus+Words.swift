extension SyncStatus {
    /// The state in a few words; nil if there is nothing to say.
    public func words(_ language: WordLanguage) -> String? {
        let say = Sentence(language: language)
        return switch self {
        case .idle: nil
        case .syncing: say("Syncing …", "Abgleich läuft …")
        case .upToDate: say("Up to date", "Auf dem neuesten Stand")
        case .waiting(_, because: let reason): reason.words(say)
        case .noRoom: say("No room on the server", "Kein Platz auf dem Server")
        case .signedOut:
            say(
                "Signed out; your changes are kept until you sign in again",
                "Abgemeldet; deine Änderungen bleiben, bis du dich wieder anmeldest")
        }
    }
}

extension SyncStatus.Reason {
    fileprivate func words(_ say: Sentence) -> String {
        switch self {
        case .unreachable: return say("Offline", "Offline")
        case .busy: return say("The server is overloaded", "Der Server ist überlastet")
        case .refused(let problem):
            let reason = problem.sentence.withoutLastDot
            return say("The server refused: \(reason)", "Der Server hat abgelehnt: \(reason)")
        case .storage(let error):
            let reason = error.sentence.withoutLastDot
            return say(reason, "Dieses Gerät kann nicht speichern: \(reason)")
        }
    }
}
