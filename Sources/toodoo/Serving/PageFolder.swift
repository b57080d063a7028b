import HTTPServer
import API

/// The folder of `--page DIR`, whose files are read for each request.
struct PageFolder: Sendable {
    /// The reason for which the files are not a page.
    enum Failure: Error, Equatable {
        case file(String, Errno)
        case noTemplate(String, String)
        /// It has more or larger files than any page: it is probably another folder.
        case tooLarge(String)

        /// The failure in one sentence.
        var message: String {
            switch self {
            case .file(let path, let error): "\(path): \(error)"
            case .noTemplate(let folder, let name):
                "--page names a folder without \(name): \(folder)"
            case .tooLarge(let folder):
                "--page names a folder with more than 1,000 files or 16 MiB: \(folder)"
            }
        }
    }

    let path: String

    private static let maxFiles = 1_000
    private static let maxBytes = 16 << 20

    /// The files with the extensions of a page's files. Other files are skipped, like links, hidden
    /// files, and the folder of packed files if the folder contains their sources.
    func files() throws(Failure) -> [PageFile] {
        var files: [PageFile] = []
        var folders = [""]
        var entries = 0
        var bytes = 0
        while let prefix = folders.popLast() {
            for name in try list(prefix) {
                entries += 1
                guard entries <= Self.maxFiles else { throw .tooLarge(path) }
                switch kindOfFile("\(path)/\(name)") {
                case .folder: folders.append(name + "/")
                case .regular where PageFile.mediaType(of: name) != nil:
                    let content = try read(name, atMost: Self.maxBytes - bytes)
                    bytes += content.count
                    files.append(PageFile(name: name, content))
                case .regular, .other: break
                }
            }
        }
        for name in PageSet.templates where !files.contains(where: { $0.name == name }) {
            throw .noTemplate(path, name)
        }
        return files
    }

    /// The names below a folder of the page, which ends in a slash or is empty.
    private func list(_ prefix: String) throws(Failure) -> [String] {
        let folder = prefix.isEmpty ? path : "\(path)/\(prefix)"
        do throws(Errno) {
            return try names(inFolder: folder).filter { !$0.hasPrefix(".") }.map { prefix + $0 }
                .filter { $0 != "packed" }
        } catch {
            throw .file(folder, error)
        }
    }

    private func read(_ name: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        let path = "\(path)/\(name)"
        do throws(Errno) {
            let content = try InputFile(path).beginning(limit + 1)
            if content.count <= limit { return content }
        } catch {
            throw .file(path, error)
        }
        throw .tooLarge(self.path)
    }
}
