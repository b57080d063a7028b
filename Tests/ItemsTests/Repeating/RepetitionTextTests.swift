import Items
import Testing

@Suite struct `The text of a rule` {
    @Test(arguments: [
        #"{"frequency":"daily"}"#,
        #"{"frequency":"daily","interval":999}"#,
        #"{"frequency":"weekly","interval":2,"byDay":["mo","th"],"until":"2027-06-30"}"#,
        #"{"frequency":"weekly","byDay":["mo","tu","we","th","fr","sa","su"]}"#,
        #"{"frequency":"monthly","byDay":["1mo"]}"#,
        #"{"frequency":"monthly","byDay":["-1fr"],"time":"09:00","timeZone":"Europe/Berlin"}"#,
        #"{"frequency":"monthly","byMonthDay":31}"#,
        #"{"frequency":"yearly","byMonthDay":29,"time":"09:00:07"}"#,
        #"{"frequency":"yearly","from":"done","timeZone":"Etc/UTC"}"#,
        #"{"frequency":"daily","interval":3,"time":"23:59:59","from":"done","timeZone":"GMT"}"#,
    ])
    func `is read and written the same`(text: String) throws {
        let stored = try #require(RepetitionText(text))

        #expect(RepetitionText(stored.rule) == stored)
        #expect(stored.text == text)
    }

    @Test(arguments: [
        "", "{}", "null", #"{"frequency":"hourly"}"#, #"{"frequency":"daily" }"#,
        #" {"frequency":"daily"}"#, #"{"frequency":"daily"}}"#, #"{"frequency":"daily""#,
        #"{"frequency":"daily","interval":1}"#, #"{"frequency":"daily","interval":02}"#,
        #"{"frequency":"daily","interval":1000}"#, #"{"frequency":"daily","interval":0}"#,
        #"{"frequency":"daily","byDay":["mo"]}"#, #"{"frequency":"weekly","byDay":[]}"#,
        #"{"frequency":"weekly","byDay":["th","mo"]}"#,
        #"{"frequency":"weekly","byDay":["mo","mo"]}"#, #"{"frequency":"weekly","byDay":["1mo"]}"#,
        #"{"frequency":"monthly","byDay":["mo"]}"#, #"{"frequency":"monthly","byDay":["5mo"]}"#,
        #"{"frequency":"monthly","byDay":["1mo","2tu"]}"#,
        #"{"frequency":"monthly","byDay":["1mo"],"byMonthDay":3}"#,
        #"{"frequency":"weekly","byMonthDay":3}"#, #"{"frequency":"monthly","byMonthDay":32}"#,
        #"{"frequency":"monthly","byMonthDay":0}"#, #"{"frequency":"daily","time":"09:00:00"}"#,
        #"{"frequency":"daily","time":"24:00"}"#, #"{"frequency":"daily","from":"due"}"#,
        #"{"frequency":"weekly","byDay":["mo"],"from":"done"}"#,
        #"{"frequency":"daily","until":"2027-02-29"}"#, #"{"frequency":"daily","timeZone":"UTC"}"#,
        #"{"frequency":"daily","timeZone":"a b"}"#, #"{"frequency":"daily","timeZone":""}"#,
        #"{"frequency":"daily","timeZone":"A","until":"2027-02-28"}"#,
    ])
    func `in another form is damage`(text: String) {
        #expect(RepetitionText(text) == nil)
    }

    @Test func `that was cut anywhere is damage`() {
        let text =
            #"{"frequency":"monthly","byDay":["-1fr"],"time":"09:00","timeZone":"Asia/Tokyo"}"#

        let valid = (0..<text.utf8.count).filter { RepetitionText(String(text.prefix($0))) != nil }

        #expect(valid.isEmpty)
    }
}
