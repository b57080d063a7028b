extension Request {
    /// Where the request comes from: the other end of the connection or,
    /// behind proxies whose word is taken, whomever they say.
    ///
    ///     X-Forwarded-For: made up, 203.0.113.9, 10.0.0.7     each proxy appends whom it saw
    ///                               ^ the client              10.0.0.7 is believed, this one is not
    ///
    /// It is read from its end, since its beginning is what the client sent.
    /// What is found out is whom to count the request for.
    package func client(behind proxies: [AddressRange]) -> ClientAddress {
        // Those who have gone already count as one.
        let peer = peer ?? IPAddress(v4: 0)
        guard proxies.contains(peer) else { return ClientAddress(peer) }
        var chain: [IPAddress?] = []
        head.forEach(.forwardedFor) { line in
            var members = FieldListParser(line)
            while let member = members.next(in: bytes) {
                chain.append(IPAddress(node: bytes.slice(member)))
            }
        }
        var client = peer
        while proxies.contains(client), let next = chain.popLast() {
            // What is no address was not written by a proxy that is to be believed.
            guard let next else { break }
            client = next
        }
        return ClientAddress(client)
    }
}
