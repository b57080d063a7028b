import CommandLine
import ToDoClient

extension Invocation {
    /// Adds tags to items, and removes others.
    func changeTags() async throws {
        let (added, removed) = (try tags("--add"), try tags("--remove"))
        guard added != nil || removed != nil else { throw Failure.nothingToTag }
        let gone = Set((removed ?? []).map(\.caseFolded))
        if let both = added?.first(where: { gone.contains($0.caseFolded) }) {
            throw UsageFailure.exclusiveOptions("--add \(both)", "--remove \(both)")
        }
        try await changeItems("Tagged") { items, store in
            try store.write { writes throws(StoreError) in
                for item in items {
                    try writes.edit(item.id) { item in
                        let kept = item.tags.filter { !gone.contains($0.caseFolded) }
                        item.tags = Tag.unique(kept + (added ?? []))
                    }
                }
            }
        }
    }

    /// Prints all tags with the number of their open items.
    func listTags() async throws {
        struct Output: Encodable { let name: String, open: Int, all: Int }
        try await withItems { items in
            let outcome = await syncShortly(items)
            let tags = items.snapshot.tags
            if wantsJSON {
                try printJSON(tags.map { Output(name: $0.name, open: $0.open, all: $0.all) })
            } else {
                let width = tags.map(\.name.sanitized.columns).max() ?? 0
                let isTerminal = world.terminal.showsOutput
                for tag in tags {
                    let name = tag.name.sanitized
                    try print(
                        isTerminal
                            ? "\(name.padded(toColumns: width))  \(tag.open)"
                            : "\(name)\t\(tag.open)")
                }
                if isTerminal, tags.isEmpty { try print("No item has a tag.") }
            }
            printError(of: outcome)
        }
    }
}
