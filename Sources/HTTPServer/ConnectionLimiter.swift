import HTTP
import Synchronization

/// Counts the connections of all lanes, in total and per address, and refuses those above a limit.
final class ConnectionLimiter: Sendable {
    private struct Addresses {
        var ofDescriptor: [ClientAddress?] = []
        var counts: [ClientAddress: Int] = [:]
    }

    private let count = Atomic<Int>(0)
    private let limit: Int
    private let limitPerAddress: Int
    private let proxies: [AddressRange]
    private let addresses = Mutex(Addresses())

    init(limit: Int, perAddress: Int, except proxies: [AddressRange] = []) {
        self.proxies = proxies
        self.limit = limit
        limitPerAddress = perAddress
    }

    private var countsAddresses: Bool { limitPerAddress < limit }

    /// Whether the total is at its limit.
    var isFull: Bool { count.load(ordering: .relaxed) >= limit }

    /// Counts one more connection; false when a limit is reached.
    func acquire(_ descriptor: Int32, from address: IPAddress) -> Bool {
        guard !isFull else { return false }
        if countsAddresses, !proxies.contains(address) {
            let (slot, address) = (Int(descriptor), ClientAddress(address))
            let isBelowLimit = addresses.withLock { addresses in
                guard addresses.counts[address, default: 0] < limitPerAddress else { return false }
                addresses.counts[address, default: 0] += 1
                while addresses.ofDescriptor.count <= slot { addresses.ofDescriptor.append(nil) }
                addresses.ofDescriptor[slot] = address
                return true
            }
            guard isBelowLimit else { return false }
        }
        count.wrappingAdd(1, ordering: .relaxed)
        return true
    }

    /// Stops counting a connection towards its address; to be called before its descriptor is
    /// closed, after which the number can be reused.
    func forget(_ descriptor: Int32) {
        guard countsAddresses else { return }
        addresses.withLock { addresses in
            // Connections of proxies have no entry, and may have the highest numbers of all.
            let slot = Int(descriptor)
            guard slot < addresses.ofDescriptor.count, let address = addresses.ofDescriptor[slot]
            else { return }
            addresses.ofDescriptor[slot] = nil
            let left = addresses.counts[address, default: 1] - 1
            addresses.counts[address] = left > 0 ? left : nil
        }
    }

    /// Stops counting connections whose descriptors are closed.
    func release(_ connections: Int = 1) {
        let (_, left) = count.subtract(connections, ordering: .relaxed)
        precondition(left >= 0, "a connection that is released twice")
    }
}
