import API

/// The to-do app for browsers.
extension ServeCommand {
    /// Ends the process if the folder of `--page` has no page.
    func checkPageFolder() {
        guard case .folder(let path) = options.page else { return }
        do throws(PageFolder.Failure) {
            _ = try PageFolder(path: path).files()
        } catch {
            Output.fail(error.message, .usage)
        }
    }

    /// The page that all lanes share, nil with `--page off`.
    func makePage(on host: String, _ log: ServeLog) -> Page? {
        let settings = options.pageSettings(on: host)
        switch options.page {
        case .off, nil: return nil
        case .program: return Page(settings)
        case .folder(let path):
            let folder = PageFolder(path: path)
            return Page(settings) {
                do throws(PageFolder.Failure) {
                    return try folder.files()
                } catch {
                    log.write(.error, error.message)
                    return nil
                }
            }
        }
    }
}
