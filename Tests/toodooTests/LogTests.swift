import Foundation
import Testing

@testable import toodoo

@Suite struct `A line for the log` {
    @Test func `is written`() throws {
        let pipe = Pipe()

        Output.log("toodoo: the disk is full", to: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()

        let written = try pipe.fileHandleForReading.readToEnd()
        #expect(written == Data("toodoo: the disk is full\n".utf8))
    }

    @Test func `is left out, rather than waited for, when nobody reads the log`() throws {
        let pipe = Pipe()
        try fill(pipe)
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let isThrough = DispatchSemaphore(value: 0)

        Thread.detachNewThread {
            Output.log("toodoo: the disk is full", to: descriptor)
            isThrough.signal()
        }

        // The time is only for a writer that waits for a reader: it gets one, and the test its end.
        #expect(isThrough.wait(timeout: .now() + 10) == .success)
        _ = pipe.fileHandleForReading.availableData
    }

    /// Writes to a pipe until it takes no more.
    private func fill(_ pipe: Pipe) throws {
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        try #require(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        while unsafe write(descriptor, "x", 1) == 1 {}
        try #require(fcntl(descriptor, F_SETFL, flags) == 0)
    }
}
