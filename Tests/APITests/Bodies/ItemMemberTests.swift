import APITestSupport
import Items
import TestSupport
import Testing

/// Each row of `Tests/Members/members.json`, through each endpoint that takes items or patches.
@Suite struct `A member of an item` {
    private let world = APIWorld()
    private let target = "/items/" + uuid(1)
    private let bare = Node.map(["title": .text("Task")])

    private func send(_ method: String, _ target: String, _ body: Node) -> TestResponse {
        world.client.send(method, target, json: body.json)
    }

    private func put(_ item: Node, id: String) -> Node {
        .list([.map(["op": .text("put"), "item": with(id: id, item)])])
    }

    private func patch(_ patch: Node) -> Node {
        .list([.map(["op": .text("patch"), "id": .text(uuid(1)), "patch": patch])])
    }

    private func with(id: String, _ item: Node) -> Node {
        .map(item.members.merging(["id": .text(id)]) { $1 })
    }

    private var stored: Node { world.client.send("GET", target).json.content }

    // proves: stored-1
    @Test(arguments: ItemMember.allCases)
    func `is answered as it was sent`(member: ItemMember) throws {
        let row = try MemberRow(of: member)

        for (item, patch) in zip(row.items, row.patches) {
            let writes = [
                ("POST", "/items", item), ("POST", "/items", .list([item])),
                ("PUT", target, item), ("POST", "/items/batch", put(item, id: uuid(1))),
                ("PATCH", target, patch), ("POST", "/items/batch", self.patch(patch)),
            ]
            for (method, path, body) in writes {
                // A patch needs the item, and the others replace it.
                _ = send("PUT", target, bare)

                let response = send(method, path, body)

                #expect(response.status < 300, "\(method) \(path) \(body.json)")
                let answered = response.json.elements.first ?? response.json
                #expect((answered["item"] ?? answered).content == item)
            }
            _ = world.client.send("DELETE", "/items")
            _ = send("PUT", target, bare)
            #expect(send("PATCH", "/items", patch).status == 200)
            #expect(stored == item)
        }
    }

    @Test func `stands in the order of ItemMember`() throws {
        let item = try ItemMember.allCases.reduce(into: bare.members) { item, member in
            item.merge(try MemberRow(of: member).items[0].members) { $1 }
        }

        let text = send("POST", "/items", .map(item)).text

        let places = ItemMember.allCases.compactMap {
            text.firstRange(of: "\"\($0.rawValue)\":")?.lowerBound
        }
        #expect(places.count == ItemMember.allCases.count, "\(text)")
        #expect(places == places.sorted(), "\(text)")
    }

    // proves: stored-3
    @Test(arguments: ItemMember.allCases)
    func `with a fault is refused with its place and a sentence`(member: ItemMember) throws {
        let row = try MemberRow(of: member)
        _ = send("PUT", target, bare)
        let before = world.state

        for refusal in row.refused {
            var writes: [(String, String, Node, below: String)] = []
            if refusal.isOf(.item) {
                writes += [
                    ("POST", "/items", refusal.item, ""),
                    ("POST", "/items", .list([bare, refusal.item]), "/1"),
                    ("PUT", "/items/" + uuid(2), refusal.item, ""),
                    ("POST", "/items/batch", put(refusal.item, id: uuid(2)), "/0/item"),
                ]
            }
            if refusal.isOf(.patch) {
                writes += [
                    ("PATCH", target, refusal.patch, ""),
                    ("POST", "/items/batch", patch(refusal.patch), "/0/patch"),
                ]
            }
            for (method, path, body, place) in writes {
                let response = send(method, path, body)

                #expect(response.status == 422, "\(method) \(path) \(body.json)")
                let problems = response.json["errors"]?.elements ?? []
                #expect(
                    Set(problems.map(MemberRow.Refusal.Problem.init))
                        == refusal.problems(below: place), "\(method) \(path) \(body.json)")
            }
        }
        #expect(world.state == before)
    }

    @Test(arguments: ItemMember.allCases)
    func `is cleared by null in a patch, and absent with null in an item`(
        member: ItemMember
    ) throws {
        let row = try MemberRow(of: member)
        let null = Node.map([member.rawValue: .null])

        for item in row.items where !row.isRequired {
            _ = send("PUT", target, item)
            #expect(send("PATCH", target, null).status == 200)
            #expect(stored[member.rawValue] == nil)

            _ = send("PUT", target, item)
            #expect(
                send("PUT", target, .map(bare.members.merging(null.members) { $1 })).status == 200)
            #expect(stored == .map(bare.members.merging(["done": .bool(false)]) { $1 }))
        }
    }
}
