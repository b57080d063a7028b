import APITestSupport
import TestSupport
import Testing

@Suite struct `POST with onConflict` {
    @Test(arguments: ["skip", "replace"])
    func `also applies to a single item`(choice: String) {
        let world = APIWorld()
        _ = world.client.send("POST", "/items", json: #"{"id":"\#(uuid(10))","title":"Milk"}"#)

        let response = world.client.send(
            "POST", "/items?onConflict=" + choice, json: #"{"id":"\#(uuid(10))","title":"Tea"}"#)

        #expect(response.status == 201)
        #expect(response["Location"] == "/items/" + uuid(10))
        #expect(response["ETag"] == (choice == "skip" ? #""k3f9.1""# : #""k3f9.2""#))
        #expect(response.item?.title == (choice == "skip" ? "Milk" : "Tea"))
    }

    @Test(arguments: [
        "onConflict=", "onConflict=Skip", "onConflict=refuse", "onConflict", "onConflict=skip,",
        "onConflict=%zz", "onConflict=%ff", "onConflict=skip+",
    ])
    func `with another value is 400`(query: String) {
        let world = APIWorld()

        let response = world.client.send("POST", "/items?" + query, json: #"{"title":"Milk"}"#)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail.contains("\"onConflict\"") == true)
        #expect(world.items.writes.isEmpty)
    }
}
