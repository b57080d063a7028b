import Accounts
import CommandLine
import Items
import Storage

/// `toodoo copy`: copies a database to another kind of storage, or another place.
struct CopyCommand: DatabaseCommand {
    static let spec = CommandSpec(
        "copy", "copy the database to another, such as one of PostgreSQL",
        options: [
            OptionSpec(
                "--to", "PATH",
                help: "a new file, or postgres://… of an empty database on a server",
                completes: .files, isRequired: true),
            .database("--from"),
        ],
        about: """
            Copies all accounts, tokens and items to a database that is a new file, or an empty one of a
            PostgreSQL server, in either direction. Ids, times and orders stay as they are. The history is left
            behind, so nothing of before can be undone, and clients that synchronise start over.

            What is copied is one moment: servers may run on the source, but what they write later is not in
            the copy. None may run on the target. If the copy fails, the target is as empty as before.
            """)

    private let source: Database
    private let target: Database

    init(_ arguments: DatabaseArguments) throws(UsageFailure) {
        source = arguments.database
        target = try Database(arguments.value("--to") ?? "")
    }

    func run() throws(CommandFailure) {
        let (from, to) = (source.access, target.access)
        let session = try from.session()
        let progress = ProgressLine()
        defer { progress.clear() }
        var (accounts, items) = (0, 0)
        var large: [Int: ItemSize] = [:]
        var warnings: [String] = []
        try to.fill { writer throws(CommandFailure) in
            try naming { () throws(CopyFailure) in
                try session.copy { part throws(CopyFailure) in
                    try writer.write(part)
                    switch part {
                    case .owners(let part):
                        for owner in part where owner.items.quotaWarning(of: nil) != nil {
                            large[owner.key] = owner.items
                        }
                    case .accounts(let part):
                        accounts += part.count
                        for account in part.map(\.account) {
                            let size = large.removeValue(forKey: account.owner.key)
                            warnings += [size?.quotaWarning(of: account.email)].compactMap { $0 }
                        }
                    case .items(let part):
                        for _ in part {
                            items += 1
                            progress.show("copied", items)
                        }
                    case .tokens, .push, .subscriptions, .deliveries: break
                    }
                }
                try writer.finish()
            }
        }
        progress.clear()
        from.close()
        to.close()
        Output.line(
            "\(source.name) is copied to \(target.name): "
                + "\(accounts) \(accounts == 1 ? "account" : "accounts"), "
                + "\(items) \(items == 1 ? "item" : "items")")
        warnings += large.values.compactMap { $0.quotaWarning(of: nil) }
        for warning in warnings { Output.error("toodoo: " + warning) }
    }

    /// Runs the copy; a failure names the database that caused it.
    private func naming(_ work: () throws(CopyFailure) -> Void) throws(CommandFailure) {
        do throws(CopyFailure) {
            try work()
        } catch {
            switch error {
            case .source(let failure): throw .copy(failure, source.name)
            case .target(let failure): throw .copy(failure, target.name)
            }
        }
    }
}
