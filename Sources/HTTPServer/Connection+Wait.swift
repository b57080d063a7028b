/// A connection's wait, derived from its state.
extension Connection {
    /// The wait until its next event.
    var pendingWait: Wait {
        if hasOutput { return .slowReader }
        switch stage {
        case .streaming:
            guard let streamed, streamed.hasHead else { return .answer }
            if streamed.isWaiting { return streamed.isLive ? .quietStream : .answer }
            return streamed.isLive ? .answer : .slowReader
        case .head: return isQueued ? .answer : input.isEmpty ? .request : .head
        case .body: return isQueued ? .answer : .body
        case .admitting, .admitted, .ready, .answering: return .answer
        case .lingering, .closed: return .linger
        }
    }

    /// The interest of epoll until then.
    var pendingInterest: Interest {
        if isQueued { return [] }
        if hasOutput { return .write }
        let interest = interest.subtracting(.write)
        switch stage {
        case .streaming:
            guard let streamed, streamed.isWaiting else { return interest }
            return streamed.hasFinishedSending ? [] : .end
        case .head, .body, .lingering: return interest.union(.read)
        case .admitting, .admitted, .ready, .answering, .closed: return interest
        }
    }
}
