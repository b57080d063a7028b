import HTTP

extension Lane {
    /// Evicts connections until the lane's buffers are within their limits.
    func evict(_ buffers: inout RequestBuffers) {
        while !memory.isWithinLimits,
            let eviction = memory.nextEviction(in: connections, at: now)
        {
            switch eviction {
            case .abandonBody(let connection):
                abandonBody(connection, .overloaded, &buffers)
                if !connection.isClosed { park(connection) }
            case .abandonHead(let connection):
                abandonHead(connection, &buffers)
                if !connection.isClosed { park(connection) }
            case .dropRequests(let connection): close(connection)
            case .cutResponse(let connection):
                metrics?.count(.unreadAnswers)
                close(connection)
            }
        }
    }
}
