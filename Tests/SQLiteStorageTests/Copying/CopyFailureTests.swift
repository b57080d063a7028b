import SQLite
import Testing

@testable import SQLiteStorage

@Suite struct `A failure of a copy` {
    // The codes are SQLite's (sqlite.org/rescode.html).
    @Test(arguments: [
        (8, true), (776, false), (10, true), (778, true), (1034, true), (13, true),
        (14, true), (266, false), (522, false), (5, false), (11, false), (26, false), (3082, false),
    ])
    func `is a failure of the target if only writing can cause its code`(
        code: Int32, isTargets: Bool
    ) {
        let error = DatabaseError(code: code, message: "")

        let failures = [OpenFailure.database(error), .migration("0001_items", error)].map {
            DatabaseCopy.Failure($0)
        }

        #expect(failures.map { $0 == .target(error) } == [isTargets, isTargets])
    }
}
