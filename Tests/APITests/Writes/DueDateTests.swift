import APITestSupport
import TestSupport
import Testing

private let item = "/items/" + uuid(1)

extension TestResponse {
    /// The item without the members that the server writes.
    fileprivate var content: String {
        text.replacing(/"(id|createdAt|updatedAt|doneAt)":[^,]+,/, with: "")
            .replacing(/,"revision":\d+/, with: "")
    }

    /// The pointers of all faults.
    fileprivate var pointers: [String] {
        text.matches(of: /"pointer":"([^"]*)","detail"/).map { String($0.output.1) }
    }
}

/// 4 December 2026: midnight UTC is 1796342400, and in Berlin 1796338800.
@Suite struct `The due date of an item` {
    /// The sent and the stored members, without title and done.
    static let stored: [(sent: String, stored: String)] = [
        (#""day":"2026-12-04""#, #""timestamp":1796342400,"day":"2026-12-04""#),
        (
            #""day":"2026-12-04","timestamp":null"#,
            #""timestamp":1796342400,"day":"2026-12-04""#
        ),
        (#""timestamp":5,"day":null,"repeat":null"#, #""timestamp":5"#),
        (#""day":"0001-01-02""#, #""timestamp":-62135510400,"day":"0001-01-02""#),
        (#""day":"9999-12-31""#, #""timestamp":253402214400,"day":"9999-12-31""#),
        (
            #""repeat":{"frequency":"daily"},"timestamp":5"#,
            #""timestamp":5,"repeat":{"frequency":"daily"}"#
        ),
        (
            #""timestamp":5,"repeat":{"byDay":["th","mo"],"interval":2.0,"frequency":"weekly","#
                + #""from":"due","timeZone":"UTC","until":"2027-06-30","time":"09:00:00"}"#,
            #""timestamp":5,"repeat":{"frequency":"weekly","interval":2,"byDay":["mo","th"],"#
                + #""time":"09:00","until":"2027-06-30"}"#
        ),
        (
            #""timestamp":5,"repeat":{"frequency":"monthly","interval":1,"byDay":["-1fr"],"#
                + #""byMonthDay":null}"#,
            #""timestamp":5,"repeat":{"frequency":"monthly","byDay":["-1fr"]}"#
        ),
        (
            #""day":"2026-12-04","repeat":{"frequency":"yearly","from":"done"}"#,
            #""timestamp":1796342400,"day":"2026-12-04","#
                + #""repeat":{"frequency":"yearly","from":"done"}"#
        ),
    ]

    @Test(arguments: stored.indices)
    func `is stored in one form`(index: Int) throws {
        let client = APIWorld().client
        let (sent, stored) = Self.stored[index]
        let whole = #"{"title":"a",\#(stored),"done":false}"#

        let created = client.send("POST", "/items", json: #"{"title":"a",\#(sent)}"#)
        let replaced = client.send("PUT", item, json: #"{"title":"a",\#(sent)}"#)
        let again = client.send("PUT", item, json: client.send("GET", item).text)

        #expect(created.status == 201)
        #expect(created.content == whole)
        #expect(replaced.content == whole)
        #expect(again["Link"] == nil)
        #expect(client.send("GET", item).content == whole)
        #expect(client.send("GET", "/items/changes").text.contains(stored))
    }

    /// Members of a POST, and the pointers of their faults.
    static let faulty: [(members: String, pointers: [String])] = [
        (#""day":"0001-01-01","timestamp":-62135596801"#, ["/timestamp"]),
        (#""repeat":{"frequency":"daily"},"timestamp":null"#, ["/repeat"]),
        (
            #""day":"x","repeat":{"frequency":"x","interval":0,"byDay":[],"y":1},"timestamp":"z""#,
            [
                "/day", "/repeat/frequency", "/repeat/interval", "/repeat/byDay", "/repeat/y",
                "/timestamp",
            ]
        ),
        (
            #""day":"2026-12-04","timestamp":5,"repeat":{"frequency":"weekly","byDay":["1mo"],"#
                + #""byMonthDay":1,"time":"09:00","from":"done"}"#,
            ["/day", "/repeat/byDay", "/repeat/byMonthDay", "/repeat/time", "/repeat/from"]
        ),
    ]

    @Test(arguments: faulty.indices)
    func `with a fault is refused, with all pointers`(index: Int) throws {
        let client = APIWorld().client
        let (members, pointers) = Self.faulty[index]

        let one = client.send("POST", "/items", json: #"{"title":"a",\#(members)}"#)
        let list = client.send(
            "POST", "/items", json: #"[{"title":"b"},{"title":"a",\#(members)}]"#)

        #expect(one.status == 422)
        #expect(one.pointers == pointers)
        #expect(list.pointers == pointers.map { "/1" + $0 })
        #expect(client.send("GET", "/items").text == "[]")
    }

    private static let monthly = #""repeat":{"frequency":"monthly","byMonthDay":31}"#
    private static let timed = #""repeat":{"frequency":"daily","time":"09:00"}"#
    private static let friday = #""timestamp":1796338800,"day":"2026-12-04""#

    /// The due date of an item, a patch, and the due date after it.
    static let patches: [(met: String, patch: String, made: String)] = [
        // An old client changes the date, or sends all its members.
        (friday, #"{"timestamp":5}"#, #""timestamp":5"#),
        (friday, #"{"timestamp":1796338800}"#, friday),
        (friday, #"{"timestamp":null}"#, ""),
        ("\(friday),\(monthly)", #"{"timestamp":null}"#, ""),
        ("\(friday),\(monthly)", #"{"timestamp":5}"#, #""timestamp":5,\#(monthly)"#),
        (friday, #"{"day":null}"#, #""timestamp":1796338800"#),
        (friday, #"{"day":"2026-12-05"}"#, #""timestamp":1796428800,"day":"2026-12-05""#),
        (friday, #"{"day":"2026-12-04"}"#, friday),
        (
            #""timestamp":1796338800"#, #"{"day":"2026-12-04"}"#, friday
        ),
        ("", #"{"day":"2026-12-04"}"#, #""timestamp":1796342400,"day":"2026-12-04""#),
        (
            friday, #"{"day":"2026-12-04","timestamp":null}"#,
            #""timestamp":1796342400,"day":"2026-12-04""#
        ),
        (
            #""timestamp":5,\#(timed)"#, #"{"day":"2026-12-04"}"#,
            #""timestamp":1796342400,"day":"2026-12-04","repeat":{"frequency":"daily"}"#
        ),
        (
            #""timestamp":5,\#(timed)"#, #"{"day":"2026-12-04","repeat":{"interval":2}}"#,
            #""timestamp":1796342400,"day":"2026-12-04","#
                + #""repeat":{"frequency":"daily","interval":2}"#
        ),
        (
            "\(friday),\(monthly)", #"{"repeat":{"interval":2,"until":"2030-01-01"}}"#,
            friday
                + #","repeat":{"frequency":"monthly","interval":2,"byMonthDay":31,"#
                + #""until":"2030-01-01"}"#
        ),
        (
            "\(friday),\(monthly)", #"{"repeat":{"byMonthDay":null}}"#,
            friday + #","repeat":{"frequency":"monthly"}"#
        ),
        ("\(friday),\(monthly)", #"{"repeat":{}}"#, "\(friday),\(monthly)"),
        ("\(friday),\(monthly)", #"{"repeat":null}"#, friday),
        (
            #""timestamp":5"#, #"{"repeat":{"frequency":"weekly"}}"#,
            #""timestamp":5,"repeat":{"frequency":"weekly"}"#
        ),
        (
            "", #"{"timestamp":5,"repeat":{"frequency":"weekly"}}"#,
            #""timestamp":5,"repeat":{"frequency":"weekly"}"#
        ),
    ]

    @Test(arguments: patches.indices)
    func `is patched member by member`(index: Int) throws {
        let client = APIWorld().client
        let (met, patch, made) = Self.patches[index]
        _ = client.send("PUT", item, json: #"{"title":"a"\#(met.isEmpty ? "" : ",")\#(met)}"#)

        let patched = client.send("PATCH", item, json: patch)

        #expect(patched.status == 200)
        #expect(
            patched.content == #"{"title":"a"\#(made.isEmpty ? "" : ",")\#(made),"done":false}"#)
        #expect((patched["Link"] == nil) == (met == made))
    }

    /// The due date of an item, a patch, and the pointer of its fault.
    static let refused: [(met: String, patch: String, pointer: String)] = [
        (friday, #"{"day":"2026-12-04","timestamp":5}"#, "/day"),
        (friday, #"{"timestamp":null,"repeat":{"frequency":"daily"}}"#, "/repeat"),
        (friday, #"{"repeat":{"interval":2}}"#, "/repeat/frequency"),
        (friday, #"{"repeat":{"frequency":"daily","time":"09:00"}}"#, "/repeat/time"),
        (
            #""timestamp":5,\#(timed)"#, #"{"day":"2026-12-04","repeat":{"time":"09:00"}}"#,
            "/repeat/time"
        ),
        ("\(friday),\(monthly)", #"{"repeat":{"frequency":null}}"#, "/repeat/frequency"),
        ("\(friday),\(monthly)", #"{"repeat":{"frequency":"daily"}}"#, "/repeat/byMonthDay"),
        ("\(friday),\(monthly)", #"{"repeat":{"from":"done"}}"#, "/repeat/from"),
        ("\(friday),\(monthly)", #"{"repeat":{"byDay":["1mo"]}}"#, "/repeat/byMonthDay"),
        ("\(friday),\(monthly)", #"{"repeat":{"timeZone":"No/Where"}}"#, "/repeat/timeZone"),
        (#""done":true,\#(friday)"#, #"{"repeat":{"frequency":"daily"}}"#, "/repeat"),
    ]

    @Test(arguments: refused.indices)
    func `that a patch would break is refused`(index: Int) throws {
        let client = APIWorld().client
        let (met, patch, pointer) = Self.refused[index]
        _ = client.send("PUT", item, json: #"{"title":"a"\#(met.isEmpty ? "" : ",")\#(met)}"#)
        let before = client.send("GET", "/items").text
        let id = uuid(1)

        let patched = client.send("PATCH", item, json: patch)
        let bulk = client.send("PATCH", "/items", json: patch)
        let step = client.send(
            "POST", "/items/batch", json: #"[{"op":"patch","id":"\#(id)","patch":\#(patch)}]"#)

        #expect([patched.status, bulk.status, step.status] == [422, 422, 422])
        #expect(patched.pointers == [pointer])
        #expect(bulk.pointers == [pointer])
        #expect(step.pointers == ["/0/patch" + pointer])
        #expect(client.send("GET", "/items").text == before)
    }

    @Test func `comes back when the item is done, by each way to send it`() throws {
        let chore = """
            {"title":"a","day":"2026-12-04","timestamp":1796338800,\
            "repeat":{"frequency":"weekly","byDay":["mo","fr"]}}
            """
        let next = """
            {"title":"a","timestamp":1796598000,"day":"2026-12-07",\
            "repeat":{"frequency":"weekly","byDay":["mo","fr"]},"done":false}
            """
        let id = uuid(1)
        for way in 0..<4 {
            let client = APIWorld().client
            _ = client.send("PUT", item, json: chore)

            let answer =
                switch way {
                case 0: client.send("PATCH", item, json: #"{"done":true}"#)
                case 1:
                    client.send(
                        "PUT", item,
                        json: client.send("GET", item).text.replacing("false", with: "true"))
                case 2: client.send("PATCH", "/items?done=false", json: #"{"done":true}"#)
                default:
                    client.send(
                        "POST", "/items/batch",
                        json: #"[{"op":"patch","id":"\#(id)","patch":{"done":true}}]"#)
                }

            #expect(answer.status == 200)
            if way == 2 { #expect(answer.text == #"{"changed":1}"#) }
            let items = client.send("GET", "/items").text
            #expect(items.contains(next.dropFirst().prefix(40)))
            let done = client.send("GET", item)
            #expect(
                done.content
                    == #"{"title":"a","timestamp":1796338800,"day":"2026-12-04","done":true}"#)
            let open = client.send("GET", "/items?done=false")
            #expect(open.items?.count == 1)
            let following = client.send("GET", "/items/" + (open.items?.first?.id ?? ""))
            #expect(following.content == next)
            #expect(following.item?.revision == 2)
            #expect(client.send("POST", "/undo/2").status == 200)
            #expect(client.send("GET", "/items").items?.map(\.done) == [false])
        }
    }

    @Test func `that a PUT in a batch would break is refused at the item`() throws {
        let client = APIWorld().client
        let id = uuid(1)

        let answer = client.send(
            "POST", "/items/batch",
            json: """
                [{"op":"put","item":{"id":"\(id)","title":"a","timestamp":5,"done":true,\
                "repeat":{"frequency":"daily"}}}]
                """)

        #expect(answer.status == 422)
        #expect(answer.pointers == ["/0/item/repeat"])
        #expect(answer.text.contains(#""pointer":"/0"}"#))
    }
}
