import HTTPServer

/// The value of an option, kept in a file.
enum SettingFile {
    enum Failure: Error, Equatable {
        case unreadable(Errno)
        case notText
        case manyLines
        case tooLong

        func message(_ path: String) -> String {
            switch self {
            case .unreadable(let error): "\(path) cannot be read: \(error)"
            case .notText: "\(path) is not UTF-8"
            case .manyLines: "\(path) has more than one line"
            case .tooLong: "\(path) has more than \(longest) bytes"
            }
        }
    }

    /// More than any option takes.
    static let longest = 65_536

    /// The only line of a file, without its end.
    static func value(in path: String) throws(Failure) -> String {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try InputFile(path).beginning(longest + 1)
        } catch {
            throw .unreadable(error)
        }
        guard bytes.count <= longest else { throw .tooLong }
        guard var text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        // A line feed behind a carriage return is one character with it.
        if text.last?.isNewline == true { text.removeLast() }
        guard !text.contains(where: \.isNewline), !text.utf8.contains(0) else { throw .manyLines }
        return text
    }
}
