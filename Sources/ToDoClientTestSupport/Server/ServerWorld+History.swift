import Foundation
import ToDoClient

extension ServerWorld {
    /// Responds to requests about the history; nil if the request is another one.
    func respondHistory(_ call: ServerCall, _ owner: inout Owner) throws -> ServerResponse? {
        switch call.path {
        case ["history"]:
            return try page(call, owner, try owner.loggedWrites())
        case ["trash"]:
            let words = (call.query["q"] ?? "").lowercased().split(separator: " ")
            let found = owner.trash.filter { past in
                let item = past.stored.item
                let text = (item.title + "\n" + (item.itemDescription ?? "")).lowercased()
                return words.allSatisfy(text.contains)
            }
            return try page(call, owner, found, ["q"])
        default: break
        }
        guard call.path.count == 3, call.path[0] == "items",
            let id = UUID(uuidString: call.path[1])
        else { return nil }
        switch call.path[2] {
        case "history": return try page(call, owner, try owner.versions(of: id))
        case "restore":
            try check(call, ["POST"])
            try call.checkQuery(["revision"])
            var revision: Int?
            if let text = call.query["revision"] {
                guard let number = Int(text) else { throw Refusal.of("bad-parameter", 400) }
                revision = number
            }
            let horizon = owner.horizon
            return try write(&owner, 200) { draft throws(Refusal) in
                try draft.restore(id, at: revision, horizon: horizon)
            }
        default: return nil
        }
    }

    /// A page of a list; its cursor is the number of elements before it.
    private func page(
        _ call: ServerCall, _ owner: Owner, _ elements: [some Encodable], _ others: [String] = []
    ) throws -> ServerResponse {
        try check(call, ["GET"])
        try call.checkQuery(["limit", "cursor"] + others)
        guard let limit = Int(call.query["limit"] ?? "50"), 1...100 ~= limit,
            let start = Int(call.query["cursor"] ?? "0"), start >= 0
        else { throw Refusal.of("bad-parameter", 400) }
        var headers = ["ETag": owner.etag]
        if start + limit < elements.count {
            headers["Link"] =
                "</\(call.path.joined(separator: "/"))?cursor=\(start + limit)>; rel=\"next\""
        }
        return try ServerResponse(200, Array(elements.dropFirst(start).prefix(limit)), headers)
    }
}
