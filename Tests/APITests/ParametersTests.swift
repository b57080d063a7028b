import TestSupport
import Testing

@Suite struct `A parameter of the list` {
    @Test(arguments: [
        "limit=1", "limit=1000", "limit=01", "%6Cimit=1", "limit=%31", "&limit=1&&", "",
        "limit=1&cursor=0000000000000000", "cursor=000000000000000f&limit=1",
        "limit=1&%63ursor=%3000000000000000f",
    ])
    func `may be written in many ways`(query: String) {
        #expect(APIWorld().client.send("GET", "/items?" + query).status == 200)
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=-1", "limit"), ("limit=", "limit"),
        ("limit", "limit"), ("limit=1.0", "limit"), ("limit=1e2", "limit"), ("limit=0x10", "limit"),
        ("limit=+1", "limit"), ("limit=%2B1", "limit"), ("limit=1%20", "limit"),
        ("limit=a", "limit"), ("limit=99999999999999999999", "limit"), ("limit=%zz", "limit"),
        ("limit=%4", "limit"),
        ("limit=%", "limit"), ("limit=%ff", "limit"), ("limit=%D9%A1", "limit"),
        ("cursor=", "cursor"), ("limit=1&cursor=x", "cursor"), ("limit=1&cursor=0", "cursor"),
        ("limit=1&cursor=000000000000000F", "cursor"),
        ("limit=1&cursor=000000000000000g", "cursor"),
        ("limit=1&cursor=00000000000000000", "cursor"), ("cursor=000000000000000f", "cursor"),
    ])
    func `with a bad value is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(
            response.problem?.detail.hasPrefix("The query parameter \"\(name)\" must be ") == true)
    }

    @Test(arguments: [
        ("limit=1&limit=1", "limit"), ("limit=1&limit=2", "limit"), ("limit=1&%6Cimit=1", "limit"),
        ("limit=1&cursor=000000000000000f&cursor=000000000000000f", "cursor"),
    ])
    func `that comes twice is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail == "The query parameter \"\(name)\" may come only once.")
    }

    @Test(arguments: [
        ("x=1", "x"), ("Limit=1", "Limit"), ("limits=1", "limits"), ("=1", ""), ("lim", "lim"),
        ("%C3%A9+a=1", "é a"), ("limit=1&a%22b", "a\"b"), ("limit%20=1", "limit "), ("%00", "\0"),
        ("done=true", "done"), ("q=Milk", "q"), ("sort=title", "sort"), ("offset=1", "offset"),
    ])
    func `that is unknown is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail == "The query parameter \"\(name)\" is not known here.")
    }

    @Test(arguments: ["%zz=1", "%4", "%", "%ff=1", "%C3=1", "limit=1&%ED%A0%80"])
    func `whose name cannot be read is 400`(query: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problem?.detail == "The query is not valid percent-encoded UTF-8.")
    }

    @Test func `with a long name is named as far as is fit`() {
        let name = String(repeating: "x", count: 1_000)

        let response = APIWorld().client.send("GET", "/items?" + name)

        #expect(
            response.problem?.detail
                == "The query parameter \"\(name.prefix(100))…\" is not known here.")
    }
}
