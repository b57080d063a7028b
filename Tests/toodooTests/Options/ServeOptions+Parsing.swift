import CommandLine

@testable import toodoo

/// The environment of a user with a home folder.
let userEnvironment = ["HOME": "/me"]

/// The options of a command line.
@discardableResult
func serve(
    _ words: [String], _ environment: [String: String] = userEnvironment
) throws(UsageFailure) -> ServeOptions {
    try ServeOptions(ServeOptions.parse(words), environment: { environment[$0] }, process: 1)
}
