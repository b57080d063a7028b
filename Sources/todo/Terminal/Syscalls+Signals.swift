// Sources of signals are not Sendable on Linux; they are made and cancelled only here.
@unsafe @preconcurrency import Dispatch
import Foundation

/// The signals to the process.
enum Signals {
    /// An element for each of these signals.
    static func stream(_ numbers: [Int32]) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let sources = numbers.map { number in
            // The default action would end the process before the source delivers the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        continuation.onTermination = { _ in
            for source in sources { source.cancel() }
        }
        return stream
    }
}
