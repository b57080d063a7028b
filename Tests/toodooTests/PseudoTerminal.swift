import Foundation
import Testing

/// Both ends of a pseudo-terminal. A test types and reads at one end, a program has the other.
struct PseudoTerminal {
    let keyboard: FileHandle
    let screen: FileHandle
    /// The path of the program's end.
    let path: String

    init() throws {
        // The calls of posix_openpt, unlockpt and ptsname (ioctl_tty(2)), which Swift does not import.
        let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (Int32, Int32) = (0, -1)
        let isUnlocked = unsafe ioctl(keyboard, setLock, &lock) == 0
        let isNumbered = unsafe ioctl(keyboard, getNumber, &number) == 0
        #expect(isUnlocked && isNumbered)
        path = "/dev/pts/\(number)"
        let screen = unsafe open(path, O_RDWR | O_NOCTTY)
        try #require(keyboard >= 0 && screen >= 0)
        self.keyboard = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
        self.screen = FileHandle(fileDescriptor: screen, closeOnDealloc: true)
    }

    func type(_ line: String) throws {
        try keyboard.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The text on the screen.
    func shown() throws -> String {
        let end = "the end"
        try screen.write(contentsOf: Data(end.utf8))
        var text = ""
        while !text.hasSuffix(end) {
            text += String(decoding: keyboard.availableData, as: UTF8.self)
        }
        return String(text.dropLast(end.count))
    }
}
