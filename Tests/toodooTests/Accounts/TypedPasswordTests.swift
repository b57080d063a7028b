import Foundation
import TestSupport
import Testing

@Suite struct `A password at a terminal` {
    /// Both ends of a pseudo-terminal: the test types at one, the program reads from the other.
    private struct Terminal {
        let keyboard: FileHandle
        let screen: FileHandle

        init() throws {
            // The calls of posix_openpt, unlockpt and ptsname (ioctl_tty(2)), which Swift does not import.
            let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            let keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (lock, number): (Int32, Int32) = (0, -1)
            let isUnlocked = unsafe ioctl(keyboard, setLock, &lock) == 0
            let isNumbered = unsafe ioctl(keyboard, getNumber, &number) == 0
            #expect(isUnlocked && isNumbered)
            let screen = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
            try #require(keyboard >= 0 && screen >= 0)
            self.keyboard = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
            self.screen = FileHandle(fileDescriptor: screen, closeOnDealloc: true)
        }

        func type(_ line: String) throws {
            try keyboard.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    @Test(arguments: [
        ("short", "the password needs at least 10 bytes"),
        ("password123", "the password is a common password"),
    ])
    func `is refused before the second prompt`(password: String, sentence: String) throws {
        let world = try CommandWorld()
        let terminal = try Terminal()
        let program = try Program(
            ["user", "add", "--email", "ann@example.org", "--db", world.database],
            input: terminal.screen)

        _ = try program.errorText(until: "Password for ann@example.org: ")
        try terminal.type(password)
        let ending = try program.ending()

        #expect(ending == .failure(1, sentence))
    }

    @Test(arguments: [("correct horse battery", 0), ("correct horse batter", 1)])
    func `is read twice`(again: String, code: Int32) throws {
        let world = try CommandWorld()
        let terminal = try Terminal()
        let program = try Program(
            ["user", "add", "--email", "ann@example.org", "--db", world.database],
            input: terminal.screen)

        _ = try program.errorText(until: "Password for ann@example.org: ")
        try terminal.type("correct horse battery")
        _ = try program.errorText(until: "Repeat the password: ")
        try terminal.type(again)
        let ending = try program.ending()

        #expect(ending.code == code)
        let list = try world.run("user", "list")
        #expect(list.output.contains("ann@example.org") == (code == 0))
    }
}
