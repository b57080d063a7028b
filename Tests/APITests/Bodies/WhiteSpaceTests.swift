import APITestSupport
import TestSupport
import Testing

@Suite struct `White space` {
    /// All scalars with Unicode's White_Space property (PropList.txt).
    static let all: [UInt32] =
        Array(0x09...0x0D) + [0x20, 0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
        + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]

    /// Scalars that look like white space, and are not.
    static let others: [UInt32] = [
        0x01, 0x08, 0x0E, 0x1F, 0x7F, 0xAD, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0x2800, 0x3164,
        0xFEFF, 0x301,
    ]

    @Test(arguments: all)
    func `around a title is removed`(scalar: UInt32) {
        let (space, escape) = (Self.text(scalar), Self.escape(scalar))

        let response = post(#"\#(escape) \#(escape)a\#(escape)b\#(escape) "#)

        #expect(response.status == 201)
        #expect(response.item?.title == "a\(space)b")
    }

    @Test(arguments: all)
    func `alone is not a title`(scalar: UInt32) {
        let response = post(Self.escape(scalar) + " " + Self.escape(scalar))

        #expect(response.status == 422)
        #expect(
            response.problem?.errors == [
                .init(pointer: "/title", detail: "must have a character that can be seen")
            ])
    }

    @Test(arguments: others)
    func `does not include characters that only look blank`(scalar: UInt32) {
        let (text, escape) = (Self.text(scalar), Self.escape(scalar))

        let alone = post(escape)
        let around = post(" " + escape + "a" + escape + " ")

        // A title needs something that is seen, such as an accent.
        #expect(alone.status == (scalar == 0x301 ? 201 : 422))
        #expect(
            around.item?.title.unicodeScalars.elementsEqual((text + "a" + text).unicodeScalars)
                == true)
    }

    @Test func `is kept around all other texts`() {
        let response = APIWorld().client.send(
            "POST", "/items",
            json: #"{"title":"a","itemDescription":" \n ","location":{"name":"\u2003b "}}"#)

        #expect(response.json["itemDescription"] == .text(" \n "))
        #expect(response.json["location"]?["name"] == .text("\u{2003}b "))
    }

    private func post(_ title: String) -> TestResponse {
        APIWorld().client.send("POST", "/items", json: #"{"title":"\#(title)"}"#)
    }

    private static func escape(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func text(_ scalar: UInt32) -> String {
        Unicode.Scalar(scalar).map { String($0) } ?? ""
    }
}
