extension Request {
    /// The client's address: the peer's or, behind trusted proxies, the address that they report.
    ///
    ///     X-Forwarded-For: made up, 203.0.113.9, 10.0.0.7     each proxy appends its peer
    ///                               ^ the client              10.0.0.7 is a trusted proxy
    ///
    /// The field is read from its end, because the client may have sent its beginning. The result
    /// is the key of limits per client.
    package func client(behind proxies: [AddressRange]) -> ClientAddress {
        // Peers that have already disconnected share one address.
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
            // A trusted proxy writes only addresses; anything else came from the client.
            guard let next else { break }
            client = next
        }
        return ClientAddress(client)
    }
}
