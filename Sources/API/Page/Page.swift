import Synchronization

/// The page of a server, shared by its lanes.
package final class Page: Sendable {
    /// Reads the files of a folder; nil after a failure, which it has reported.
    package typealias Reader = @Sendable () -> [PageFile]?

    private let settings: PageSettings
    /// Nil for the embedded files.
    private let read: Reader?
    /// The embedded files, filled in at the first request, so that a start costs nothing.
    private let embedded = Mutex<PageSet?>(nil)

    /// The page inside the program.
    package init(_ settings: PageSettings) {
        self.settings = settings
        read = nil
    }

    /// A page whose files are read for each request, so that every edit is a new version at once.
    package init(_ settings: PageSettings, reading read: @escaping Reader) {
        self.settings = settings
        self.read = read
    }

    /// The current version; nil if its files cannot be read.
    package var current: PageSet? {
        if let read { return read().flatMap { PageSet($0, settings) } }
        return embedded.withLock { set in
            if set == nil {
                set = PageSet(EmbeddedFiles.all(), settings)
            }
            return set
        }
    }
}
