import CSQLite
import Dispatch
import Glibc
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite(.enabled(if: allocationsAreCounted))
struct `The allocation counter` {
    @Test func `counts an array`() {
        let length = opaque(1_000)

        let counted = allocations { use([UInt8](repeating: 0, count: length)) }

        #expect(counted == 1)
    }

    @Test func `counts an object`() {
        let counted = allocations { use(Thing(opaque(7))) }

        #expect(counted == 1)
    }

    @Test func `counts aligned memory`() {
        let counted = allocations {
            unsafe UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64).deallocate()
        }

        #expect(counted == 1)
    }

    @Test func `counts the calls of C`() {
        var memory: UnsafeMutableRawPointer?

        let counted = allocations {
            unsafe memory = realloc(calloc(1, 64), 128)
        }
        let first = unsafe memory?.load(as: UInt8.self)
        unsafe free(memory)

        #expect(counted == 2)
        #expect(first == 0)
    }

    @Test func `counts nothing in arithmetic`() {
        var sum = opaque(1)

        let counted = allocations { for number in 0..<1_000 { sum = (sum &* 31) ^ number } }

        #expect(counted == 0)
        #expect(sum != 1)
    }

    @Test func `counts nothing in a warm writer`() {
        var writer = ByteWriter(capacity: 64)

        let counted = allocations {
            for number in 0..<100 {
                writer.removeAll()
                writer.append("number ")
                writer.append(decimal: number)
            }
        }

        #expect(counted == 0)
        #expect(writer.count == 9)
    }

    @Test func `counts this thread alone`() {
        let elsewhere = Turns()
        let worker = DispatchQueue(label: "another thread")
        worker.async {
            elsewhere.mine.wait()
            elsewhere.counted.withLock { $0 = allocations { use(Thing(opaque(7))) } }
            elsewhere.yours.signal()
        }

        let counted = allocations {
            elsewhere.mine.signal()
            elsewhere.yours.wait()
        }

        #expect(counted == 0)
        #expect(elsewhere.counted.withLock { $0 } == 1)
    }

    @Test func `rethrows an error`() {
        #expect(throws: Refusal.self) { _ = try allocations { throw Refusal() } }
    }

    @Test func `separates the allocations of SQLite`() {
        var status = SQLITE_ERROR
        var own = -1

        let ofSQLite = allocationsOfSQLite {
            own = allocations {
                var connection: OpaquePointer?
                unsafe status = sqlite3_open(nil, &connection)
                unsafe status += sqlite3_close(connection)
            }
        }

        #expect(status == SQLITE_OK)
        #expect(own == 0)
        #expect(ofSQLite > 10)
    }
}

private struct Refusal: Error {}

private final class Thing {
    let number: Int
    init(_ number: Int) { self.number = number }
}

/// Two threads that wait for each other.
private final class Turns: Sendable {
    let mine = DispatchSemaphore(value: 0)
    let yours = DispatchSemaphore(value: 0)
    let counted = Mutex(-1)
}

// These are not inlined, so that the optimizer can neither predict a value nor omit its allocation.
@inline(never) private func opaque(_ number: Int) -> Int { number }
@inline(never) @_optimize(none) private func use<Value>(_ value: Value) {}
