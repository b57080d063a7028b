import Testing

extension TestClient {
    /// The titles of each page, from this one to the last.
    package func walk(_ target: String) throws -> [[String]] {
        var (target, pages) = (target, [[String]]())
        while true {
            let page = send("GET", target)
            pages.append(try #require(page.titles))
            guard let next = page.next else { return pages }
            target = next
            try #require(pages.count < 10_000)
        }
    }
}
