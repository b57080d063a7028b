import Foundation
import Testing

@testable import ToDoClient

@Suite struct `A date of HTTP` {
    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
        ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Fri, 31 Dec 2100 12:00:00 GMT", 4_133_937_600),
    ])
    func `is the time that it says`(text: String, seconds: TimeInterval) {
        #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    ])
    func `in another form is nil`(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}
