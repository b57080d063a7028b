import Telemetry
import Testing

@Suite struct `Metrics for Prometheus` {
    @Test func `have their help, their type and their samples together`() {
        var exposition = Exposition()

        exposition.family("toodoo_a_total", .counter, "What a is.")
        exposition.sample(3, ["route": "/items", "status": "2xx"])
        exposition.metric("toodoo_b", .gauge, "What b is.", -1)
        exposition.family("toodoo_c_seconds", .gauge, "What c is.")
        exposition.sample(0.5)

        #expect(
            exposition.text == """
                # HELP toodoo_a_total What a is.
                # TYPE toodoo_a_total counter
                toodoo_a_total{route="/items",status="2xx"} 3
                # HELP toodoo_b What b is.
                # TYPE toodoo_b gauge
                toodoo_b -1
                # HELP toodoo_c_seconds What c is.
                # TYPE toodoo_c_seconds gauge
                toodoo_c_seconds 0.5

                """)
    }

    @Test func `of a histogram add up from bucket to bucket`() {
        MetadataWarmup.done
        let histograms = Histograms<1>(Buckets([500_000, 1_000_000], unit: 1_000_000))
        for value in [1, 500_000, 750_000, 2_000_000] { histograms.add(value, at: 0) }
        var exposition = Exposition()

        exposition.family("toodoo_d_seconds", .histogram, "What d is.")
        exposition.sample(histograms.snapshot(at: 0), ["route": "/"])

        let lines = exposition.text.split(separator: "\n").dropFirst(2)
        #expect(
            lines == [
                #"toodoo_d_seconds_bucket{route="/",le="0.5"} 2"#,
                #"toodoo_d_seconds_bucket{route="/",le="1"} 3"#,
                #"toodoo_d_seconds_bucket{route="/",le="+Inf"} 4"#,
                #"toodoo_d_seconds_sum{route="/"} 3.250001"#,
                #"toodoo_d_seconds_count{route="/"} 4"#,
            ])
    }

    @Test(arguments: [("a\"b", #"a\"b"#), ("a\\b", #"a\\b"#), ("a\nb", #"a\nb"#), ("ä{}", "ä{}")])
    func `escape any label value`(value: String, written: String) {
        var exposition = Exposition()
        exposition.family("toodoo_e", .gauge, "What e is.")

        exposition.sample(1, ["name": value])

        #expect(exposition.text.hasSuffix("\ntoodoo_e{name=\"\(written)\"} 1\n"))
    }
}
