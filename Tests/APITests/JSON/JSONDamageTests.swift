import Testing

@testable import API

@Suite struct `A damaged JSON text` {
    static let texts = [
        #"{"id":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6","title":"Buy milk","done":false}"#,
        #"[{"timestamp":-1.25e+3,"location":{"name":"","coordinate":{"latitude":48.1}}},null]"#,
        "[\"\\u0041\\ud83d\\ude00\\n\\\"\u{E9}\u{20AC}\u{1F600}abcdefghijkl\",[true,false,[[]]],{}]",
        #"{"\u0061":1,"b":{"a":[0,0.5,1e2]}}"#,
    ]

    @Test(arguments: texts)
    func `is refused wherever it is cut off`(_ text: String) {
        let bytes = Array(text.utf8)

        for length in 0..<bytes.count {
            let fault = fault(in: Array(bytes[..<length]))

            #expect(fault != nil, "\(length) bytes")
            #expect((fault?.offset ?? 0) <= length)
        }
    }

    @Test(arguments: texts)
    func `is read or refused, whichever byte is exchanged`(_ text: String) {
        let bytes = Array(text.utf8)
        var document = JSONDocument()
        var refused = 0

        for index in bytes.indices {
            var damaged = bytes
            for value in UInt8.min...UInt8.max {
                damaged[index] = value
                do throws(JSONFault) {
                    _ = Tree(try document.parse(damaged.span))
                } catch {
                    refused += 1
                    #expect((0...bytes.count).contains(error.offset))
                }
            }
        }

        // Most bytes are valid in few places. Bytes within strings are the exception.
        #expect(refused > bytes.count * 100)
    }

    @Test(arguments: texts)
    func `is refused when anything follows it`(_ text: String) {
        let end = text.utf8.count

        #expect(fault(in: text + "]") == .trailingBytes(offset: end))
        #expect(fault(in: text + " x") == .trailingBytes(offset: end + 1))
    }
}
