import APITestSupport
import TestSupport
import Testing

@Suite struct `A parameter of the list` {
    @Test(arguments: [
        "limit=1", "limit=1000", "limit=01", "%6Cimit=1", "limit=%31", "&limit=1&&", "",
        "done=true", "done=%66alse", "hasLocation=true", "hasLocation=false", "q=a", "q=%25",
        "q=+a+", "q=%F0%9F%A5%9B", "q=" + String(repeating: "a", count: 200), "dueBefore=0",
        "dueAfter=-1.5e-3", "dueBefore=1E9", "dueBefore=-0", "dueAfter=9e300", "near=0,0",
        "near=-90,180", "near=90.00,-180.0", "near=89.99999999999999999999,0",
        "near=51.2%2C6.8&radius=0.1", "near=51.5,5e-05", "near=-1.5E-7,1e-999",
        "radius=20040000&near=1,2", "sort=created",
        "sort=-created", "sort=updated", "sort=timestamp", "sort=-title", "sort=%2Dtitle",
        "sort=-position", "tag=a", "tag=a,B,%C3%A9", "tag=a%2Ca", "tag=c%2B%2B",
    ])
    func `accepts equivalent spellings`(query: String) {
        #expect(APIWorld().client.send("GET", "/items?" + query).status == 200)
    }

    static let bad = [
        "limit": [
            "0", "1001", "-1", "", "1.0", "1e2", "0x10", "+1", "%2B1", "1%20", "a",
            "99999999999999999999", "%zz", "%4", "%", "%ff", "%D9%A1",
        ],
        "done": ["", "1", "True", "TRUE", "yes", "true%20", "%ff"],
        "hasLocation": ["", "0", "null", "falsetrue"],
        "q": ["", "+", "%20%E2%80%83", "%ff", String(repeating: "a", count: 201)],
        "dueBefore": [
            "", "a", "1.", ".5", "01", "+1", "%2B1", "1e", "1e999", "-", "NaN", "Infinity", "0x1",
            "1,5", "1%20", "%EF%BC%91", "--1", "1" + String(repeating: "0", count: 100),
        ],
        "dueAfter": ["", "tomorrow", "1e400"],
        "near": [
            "", "1", ",", "1,", ",2", "90.00000000000000000001,0", "0,-180.00000000000000000001",
            "1,2,3", "91,0", "0,181", "-90.1,0", "1;2", "1,+2", "a,b",
            "1%20,2", "1e1,2", "1,2e0", "1,2e%2B0", "9000e-2,1", "1,2e-", "1,1801e-1",
            "1,0." + String(repeating: "1", count: 97),
        ],
        "tag": [
            "", ",", "a,", ",a", "a+b", "%23a", "a%00", "%ff", "%E2%80%8B",
            String(repeating: "a", count: 41), "a,b,c,d,e,f,g,h,i,j,k",
        ],
        "sort": ["", "-", "--title", "Title", "title,created", "place", "-%20title", "title-"],
    ]

    @Test(arguments: bad.flatMap { name, values in values.map { (name, $0) } })
    func `with an invalid value is 400 and named`(name: String, value: String) {
        let response = APIWorld().client.send("GET", "/items?\(name)=\(value)")

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(
            response.problem?.detail.hasPrefix("The query parameter \"\(name)\" must be ") == true)
    }

    @Test func `near accepts exactly the pattern of openapi.yaml`() throws {
        let parameters = try Description.served.get().document["components"]?["parameters"]
        let schema = try #require(parameters?["Near"]?["schema"])
        let pattern = try Regex(try #require(schema["pattern"]?.text))
        let longest = try #require(schema["maxLength"]?.number)
        let client = TestClient(APIWorld().app, isChecked: false)
        var texts = ["1,2,3", "1", ",", "51.2 ,6.8", "0," + String(repeating: "1", count: 99)]
        for digits in [96, 97] { texts.append("0,0." + String(repeating: "1", count: digits)) }
        for whole in ["", "0", "00", "7", "51", "89", "90", "91", "100", "179", "180", "181"] {
            for fraction in ["", ".", ".0", ".5", ".07"] {
                for exponent in ["", "e", "e-", "e-05", "E-7", "e-999", "e0", "E5", "e+1", "e-1.5"]
                {
                    for sign in ["", "-", "+"] {
                        let number = sign + whole + fraction + exponent
                        texts += [number + ",1", "-1.5," + number]
                    }
                }
            }
        }

        var allowed = 0
        for text in texts {
            let isDescribed = text.firstMatch(of: pattern) != nil && Double(text.count) <= longest
            let escaped = text.replacing("+", with: "%2B").replacing(" ", with: "%20")
            let response = client.send("GET", "/items?near=" + escaped)
            #expect(response.status == (isDescribed ? 200 : 400), "\(text)")
            if isDescribed { allowed += 1 }
        }

        #expect(allowed > 100)
    }

    @Test(arguments: [("Search", "/items?q=", 200), ("Address", "/coordinates?address=", 503)])
    func `of text accepts exactly the characters of openapi.yaml`(
        name: String, target: String, taken: Int
    ) throws {
        let parameters = try Description.served.get().document["components"]?["parameters"]
        let schema = try #require(parameters?[name]?["schema"])
        let pattern = try Regex(try #require(schema["pattern"]?.text))
            .matchingSemantics(.unicodeScalar)
        let client = TestClient(APIWorld().app, isChecked: false)
        // All controls, and all scalars that are or were white space.
        let scalars =
            (0..<0xB0).map { $0 } + [0x1680, 0x180E, 0x2028, 0x2029, 0x202F, 0x205F]
            + (0x2000...0x2010) + [0x3000, 0xFEFF]

        for scalar in scalars {
            let character = String(try #require(Unicode.Scalar(UInt32(scalar))))
            for text in [character, "a" + character, character + "a"] {
                let escaped = text.utf8.map { "%" + String(Int($0) | 0x100, radix: 16).suffix(2) }
                let response = client.send("GET", target + escaped.joined())
                let isDescribed = text.firstMatch(of: pattern) != nil
                #expect(
                    response.status == (isDescribed ? taken : 400),
                    "\(scalar), \(text.unicodeScalars.count)")
            }
        }
    }

    @Test(arguments: [
        ("near=1,2&radius=0", "radius"), ("near=1,2&radius=-1", "radius"),
        ("near=1,2&radius=20040000.1", "radius"), ("near=1,2&radius=", "radius"),
        ("radius=5", "radius"), ("done=true&radius=5", "radius"), ("limit", "limit"),
        ("done", "done"), ("q", "q"), ("limit=1&cursor=", "cursor"), ("limit=1&cursor=x", "cursor"),
        ("cursor=000000000000000f", "cursor"), ("limit=1&cursor=000000000000000f", "cursor"),
    ])
    func `that conflicts with another is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(
            response.problem?.detail.hasPrefix("The query parameter \"\(name)\" must be ") == true)
    }

    @Test(arguments: [
        ("limit=1&limit=1", "limit"), ("limit=1&limit=2", "limit"), ("limit=1&%6Cimit=1", "limit"),
        ("limit=1&cursor=000000000000000f&cursor=000000000000000f", "cursor"),
        ("done=true&done=false", "done"), ("q=a&q=b", "q"), ("sort=title&sort=title", "sort"),
        ("near=1,2&near=1,2", "near"), ("dueAfter=1&dueAfter=2", "dueAfter"),
        ("tag=a&tag=b", "tag"),
    ])
    func `that is repeated is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail == "The query parameter \"\(name)\" may come only once.")
    }

    @Test(arguments: [
        ("x=1", "x"), ("=1", ""), ("%C3%A9+a=1", "é a"), ("limit=1&a%22b", "a\"b"), ("%00", "\0"),
        ("query=Milk", "query"), ("offset=1", "offset"),
    ])
    func `that is unknown is 400 and named`(query: String, name: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problemName == "bad-parameter")
        #expect(response.problem?.detail == "The query parameter \"\(name)\" is not known here.")
    }

    @Test(arguments: [
        ("/items?Limit=1", "Limit", "limit"), ("/items?limits=1", "limits", "limit"),
        ("/items?lim", "lim", "limit"), ("/items?limit%20=1", "limit ", "limit"),
        ("/items?Done=true", "Done", "done"), ("/items?due_after=1", "due_after", "dueAfter"),
        ("/items/changes?sicne=1", "sicne", "since"),
        ("/coordinates?adress=home", "adress", "address"),
    ])
    func `that is misspelt is answered with the likely spelling`(
        target: String, name: String, known: String
    ) {
        let response = APIWorld().client.send("GET", target)

        #expect(response.status == 400)
        #expect(
            response.problem?.detail
                == "The query parameter \"\(name)\" is not known here; did you mean \"\(known)\"?")
    }

    @Test(arguments: ["%zz=1", "%4", "%", "%ff=1", "%C3=1", "limit=1&%ED%A0%80"])
    func `with an undecodable name is 400`(query: String) {
        let response = APIWorld().client.send("GET", "/items?" + query)

        #expect(response.status == 400)
        #expect(response.problem?.detail == "The query is not valid percent-encoded UTF-8.")
    }

    @Test func `with a long name is quoted in part`() {
        let name = String(repeating: "x", count: 1_000)

        let response = APIWorld().client.send("GET", "/items?" + name)

        #expect(
            response.problem?.detail
                == "The query parameter \"\(name.prefix(100))…\" is not known here.")
    }
}
