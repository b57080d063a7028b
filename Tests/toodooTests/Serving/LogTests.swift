import Dispatch
import Foundation
import HTTP
import Items
@testable import HTTPServer
import Synchronization
import Testing

@testable import toodoo

@Suite struct `The log of a server` {
    @Test(arguments: [
        (ServeLog.Format.text, "1970-01-01T00:16:40.000Z error: the disk is full\n"),
        (.off, "1970-01-01T00:16:40.000Z error: the disk is full\n"),
        (
            .json,
            #"{"time":"1970-01-01T00:16:40.000Z","level":"error","message":"the disk is full"}"#
                + "\n"
        ),
    ])
    func `contains messages for the operator`(choice: ServeLog.Format, line: String) throws {
        let pipe = Pipe()
        let log = log(choice, to: pipe)

        log.start()
        log.write(.error, "the disk is full")
        log.close()

        #expect(try written(to: pipe) == line)
    }

    @Test(arguments: [ServeLog.Format.text, .json])
    func `has one line for each message with any content`(choice: ServeLog.Format) throws {
        let pipe = Pipe()
        let log = log(choice, to: pipe)

        log.start()
        log.write(.warning, "a\r\nb\u{1B}[31m\"\\" + String(repeating: "ä", count: 9_000))
        log.close()

        let text = try written(to: pipe)
        #expect(text.utf8.count < 4_096)
        #expect(text.count(where: { $0.isNewline }) == 1)
        #expect(!text.contains("\u{1B}"))
        if choice == .json {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
            #expect((object as? [String: String])?["message"]?.hasPrefix("a  b [31m\"\\ä") == true)
        }
    }

    @Test func `has the lines of requests, of every lane`() throws {
        let pipe = Pipe()
        let log = log(.text, lanes: 2, to: pipe)
        let lanes = log.makeLanes()

        log.start()
        for lane in lanes { lane.add(100) }
        log.close()

        let lines = try written(to: pipe).split(separator: "\n")
        #expect(lines.count == 200)
        #expect(lines.allSatisfy { $0.wholeMatch(of: /\S+Z GET - 200 9B 1us id=[0-9]{16}/) != nil })
    }

    @Test func `has no requests with --log off`() throws {
        #expect(log(.off, lanes: 2, to: Pipe()).makeLanes().isEmpty)
    }

    /// Nothing reads the pipe. It holds 64 KiB, the buffer holds a few MiB, and further lines are
    /// dropped.
    // proves: operation-5
    @Test func `delays no request if it is not read, and reports dropped lines later`() throws {
        let pipe = Pipe()
        let log = log(.text, lanes: 1, to: pipe)
        let lane = try #require(log.makeLanes().first)
        log.start()

        var count = 0
        while log.dropped == 0 {
            lane.add(1_000)
            count += 1_000
        }
        let reader = Reader(pipe, for: "were dropped")
        reader.waitForWords()
        log.close()
        try pipe.fileHandleForWriting.close()

        let lines = reader.all().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let reports = lines.filter { $0.contains(" lines were dropped ") }
            .compactMap { $0.wholeMatch(of: /\S+Z warning: (\d+) lines were dropped .*/) }
        let requests = lines.filter(isRequest)
        let missing = reports.compactMap { Int($0.output.1) }.reduce(0, +)
        #expect(missing > 0)
        #expect(requests.count + reports.count == lines.count)
        #expect(requests.count + log.dropped == count)
    }

    // proves: operation-5
    @Test func `ends in time if it is not read, with whole lines`() throws {
        let pipe = Pipe()
        let log = log(.text, lanes: 1, to: pipe)
        let lane = try #require(log.makeLanes().first)
        let ended = DispatchSemaphore(value: 0)

        log.start()
        lane.add(10_000)
        Thread.detachNewThread {
            log.close()
            ended.signal()
        }

        // If the log waits for a reader, it gets one after the time-out, so that the test ends.
        #expect(ended.wait(timeout: .now() + 60) == .success)
        let text = try written(to: pipe)
        #expect(text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").allSatisfy(isRequest))
        #expect(text.utf8.count <= 65_536)
    }

    @Test func `writes to a file`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "toodoo-log-\(UUID())")
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try FileHandle(forWritingTo: url)
        let log = ServeLog(
            .text, hasPaths: false, lanes: 1, to: file.fileDescriptor, clock: .constant(1_000))
        let lane = try #require(log.makeLanes().first)

        log.start()
        lane.add(20_000)
        log.close()

        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(text.split(separator: "\n").count + log.dropped == 20_000)
        #expect(log.dropped == 0)
    }

    /// Whether this is one whole line of a request. A regular expression is too slow for so many
    /// lines.
    private func isRequest(_ line: Substring) -> Bool {
        let whole = "1970-01-01T00:16:40.000Z GET - 200 9B 1us id=0000000000000000"
        return line.utf8.count == whole.utf8.count
            && line.utf8.starts(with: whole.utf8.dropLast(16))
    }

    private func log(_ choice: ServeLog.Format, lanes: Int = 0, to pipe: Pipe) -> ServeLog {
        ServeLog(
            choice, hasPaths: false, lanes: lanes,
            to: pipe.fileHandleForWriting.fileDescriptor, clock: .constant(1_000))
    }

    private func written(to pipe: Pipe) throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(
            decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Reads a pipe to its end on a separate thread.
private final class Reader: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasSignalled = false
    }

    private let state = Mutex(State())
    private let found = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// A reader that waits for these words.
    init(_ pipe: Pipe, for words: String) {
        let (handle, words) = (pipe.fileHandleForReading, Array(words.utf8))
        Thread.detachNewThread { [self] in
            while case let data = handle.availableData, !data.isEmpty {
                state.withLock { state in
                    let known = max(0, state.bytes.count - words.count)
                    state.bytes += data
                    let new = state.bytes[known...]
                    guard !state.hasSignalled, new.contains(words) else { return }
                    state.hasSignalled = true
                    found.signal()
                }
            }
            ended.signal()
        }
    }

    /// Waits for the words.
    func waitForWords() { found.wait() }

    /// The whole output, once the pipe is closed.
    func all() -> String {
        ended.wait()
        return String(decoding: state.withLock { $0.bytes }, as: UTF8.self)
    }
}

extension LaneLog {
    /// Sends a number of requests.
    fileprivate func add(_ count: Int) {
        var entry = LogLine()
        (entry.method, entry.status, entry.bytes, entry.microseconds) = (.get, .ok, 9, 1)
        entry.time = 1_000_000
        let none: [UInt8] = []
        for number in 0..<count {
            entry.id = .made(UInt64("\(number)", radix: 16) ?? 0)
            add(entry, path: none.span)
        }
        while hasPending { flush() }
    }
}
