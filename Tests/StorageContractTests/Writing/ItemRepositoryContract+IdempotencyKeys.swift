import SQLiteTestSupport
import Items
import StorageTestSupport
import TestSupport
import Testing

extension ItemRepositoryContract {
    @Suite struct `A request with an idempotency key` {
        // proves: writes-6
        @Test(arguments: ItemWorld.Kind.repositories)
        func `that is repeated gets the stored response and is written once`(
            kind: ItemWorld.Kind
        ) throws {
            let world = try ItemWorld(kind)
            let first = world.write(.put(id(1), content("one")), once: .post("k"))
            _ = try world.write(.delete(id(1))).get()
            let before = try world.state

            let again = world.write(.put(id(1), content("one")), once: .post("k"))

            #expect(try first.get().revision == 1)
            #expect(again == WriteOutcome.same(2, .replayed(.revision(1))))
            #expect(try world.state == before)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `with another body is refused`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            _ = try world.write(.put(id(1), content("one")), once: .post("k", "a")).get()
            let before = try world.state

            let other = world.write(.put(id(2), content("two")), once: .post("k", "b"))

            #expect(other == .failure(.keyReused))
            #expect(try world.state == before)
        }

        // proves: writes-6
        @Test(arguments: ItemWorld.Kind.repositories)
        func `that was refused does not use its key`(kind: ItemWorld.Kind) throws {
            let world = try ItemWorld(kind)
            try world.add("one")

            let refused = world.write(
                .add([NewItem(1, "x")], onConflict: .refuse), once: .post("k", "a"))
            let other = world.write(.put(id(2), content("two")), once: .post("k", "b"))

            #expect(refused == .failure(.exists([id(1)])))
            #expect(try other.get().revision == 2)
        }

        @Test(arguments: ItemWorld.Kind.repositories)
        func `is stored for a day, even if it changed nothing`(kind: ItemWorld.Kind) throws {
            let manualClock = ManualClock(0)
            let world = try ItemWorld(kind, clock: manualClock.clock)
            try world.add("one")
            let write = ItemWrite.Action.add([NewItem(1, "x")], onConflict: .skip)
            _ = try world.write(write, once: .post("k")).get()
            _ = try world.write(.put(id(2), content("two"))).get()

            manualClock.now = 86_399.9
            let inTime = world.write(write, once: .post("k"))
            manualClock.now = 86_400
            let late = world.write(write, once: .post("k", "b"))
            let again = world.write(write, once: .post("k", "b"))

            #expect(inTime == WriteOutcome.same(2, .replayed(.revision(1))))
            #expect(try late.get().revision == 2)
            #expect(again == WriteOutcome.same(2, .replayed(.revision(2))))
        }

        // proves: writes-6
        @Test(arguments: ItemWorld.Kind.repositories)
        func `is identified by owner, method and target`(kind: ItemWorld.Kind) throws {
            let world = try SharedWorld(kind)
            func put(_ number: UInt64, _ request: IdempotentRequest, of owner: Owner) -> Outcome {
                world.repository.perform(
                    ItemWrite(owner: owner, action: .put(id(number), content("x"))), once: request)
            }
            let patch = IdempotentRequest(
                key: IdempotencyKey("k", method: "PATCH", target: "/items"), fingerprint: []
            ) { .revision($0.revision) }

            let outcomes = [
                put(1, .post("k"), of: world.owners[0]), put(1, .post("k"), of: world.owners[1]),
                put(2, patch, of: world.owners[0]), put(3, .post("K"), of: world.owners[0]),
                put(4, .post("k", to: "/items?a"), of: world.owners[0]),
            ]

            #expect(outcomes.map { try? $0.get().revision } == [1, 1, 2, 3, 4])
        }

        @Test(arguments: ItemRepositoryContract.`A history of random writes`.seeds)
        func `never writes twice`(seed: UInt64) throws {
            for kind in ItemWorld.Kind.forHistory(seed) {
                var random = SplitMix64(seed: seed)
                let manualClock = ManualClock(0)
                let world = try SharedWorld(kind, clock: manualClock.clock)
                let owner = world.owners[0]
                var kept: [String: (body: String, time: Double, revision: Int)] = [:]
                var wrong: [String] = []
                for step in 0..<150 {
                    manualClock.now = Double(step) * 1_800
                    let now = Double(step) * 1_800
                    let before = try world.repository.state(of: owner)
                    let key = "\(Int.random(in: 0..<6, using: &random))"
                    let body = random.chance(80) ? "a" : "b"
                    let write = ItemWrite(owner: owner, action: .random(using: &random))

                    let outcome = world.repository.perform(write, once: .post(key, body))

                    let after = try world.repository.state(of: owner)
                    if let old = kept[key], now - old.time < IdempotentRequest.lifetime {
                        let expected: Outcome =
                            old.body == body
                            ? WriteOutcome.same(before.revision, .replayed(.revision(old.revision)))
                            : .failure(.keyReused)
                        if outcome != expected || after != before { wrong.append("\(step)") }
                    } else if case .success(let outcome) = outcome {
                        if case .replayed = outcome.result { wrong.append("\(step)") }
                        kept[key] = (body, now, outcome.revision)
                    }
                }

                #expect(wrong == [], "seed \(seed), \(kind)")
                try world.repository.endRound()
                #expect(world.database?.violations() ?? [] == [], "seed \(seed), \(kind)")
            }
        }
    }
}
