import Storage

/// A new database that is written with the rights of its folder's owner, while the process has
/// those with which it reads another database.
final class OwnedCopyTarget: CopyTarget {
    private let target: any CopyTarget
    private let credentials: Credentials

    init(_ target: any CopyTarget, _ credentials: Credentials) {
        self.target = target
        self.credentials = credentials
    }

    func write(_ part: CopiedPart) throws(CopyFailure) {
        try acting(as: credentials) { () throws(CopyFailure) in try target.write(part) }
    }

    func finish() throws(CopyFailure) {
        try acting(as: credentials) { () throws(CopyFailure) in try target.finish() }
    }
}
