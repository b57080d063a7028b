/// A connection's wait, derived from its state.
extension Connection {
    /// The wait until its next event.
    var pendingWait: Wait {
        if hasOutput { return .reader }
        if isWaiting { return isLive ? .commit : .answer }
        if stream != nil, !isLive { return .reader }
        if isQueued { return .answer }
        return switch state.phase {
        case .head: input.isEmpty ? .request : .head
        case .body: .body
        case .answering, .streaming: .answer
        case .lingering: .linger
        }
    }

    /// The interest of epoll until then.
    var pendingInterest: Interest {
        if isQueued { return [] }
        if hasOutput { return .write }
        if isWaiting { return hasFinishedSending ? [] : .end }
        let interest = interest.subtracting(.write)
        return switch state.phase {
        case .head, .body, .lingering: interest.union(.read)
        case .answering, .streaming: interest
        }
    }
}
