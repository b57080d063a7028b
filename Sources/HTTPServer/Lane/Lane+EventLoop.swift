import HTTP
import Synchronization

/// The lane as the event loop of its handler.
extension Lane {
    var eventLoop: EventLoop {
        EventLoop(
            watch: { [weak self] in self?.watch($0, forWriting: $1) ?? false },
            unwatch: { [weak self] in self?.unwatch($0) },
            wake: { [isHandlerAwake, mailbox] in
                isHandlerAwake.set()
                mailbox.wake()
            })
    }

    private func watch(_ descriptor: Int32, forWriting: Bool) -> Bool {
        let interest: Interest = forWriting ? [.read, .write] : .read
        do throws(Errno) {
            if descriptor == handlerDescriptor {
                try poller.change(descriptor, interest)
            } else {
                precondition(handlerDescriptor < 0, "a handler with two descriptors")
                try poller.add(descriptor, interest)
            }
            handlerDescriptor = descriptor
            return true
        } catch {
            return false
        }
    }

    private func unwatch(_ descriptor: Int32) {
        guard descriptor == handlerDescriptor else { return }
        poller.remove(descriptor)
        handlerDescriptor = -1
    }
}

/// A flag that any thread sets and the lane takes.
final class WakeFlag: Sendable {
    private let isSet = Atomic<Bool>(false)

    func set() {
        isSet.store(true, ordering: .releasing)
    }

    /// Whether it was set since the last call.
    func take() -> Bool {
        isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring)
    }
}
