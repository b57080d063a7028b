import ToDoClient

/// The program: a command line in, an exit code out.
enum TodoProgram {
    /// The version of this build.
    static let version = "0.1.0"

    /// Runs a command line, and says on standard error why it failed if it did.
    static func run(_ words: [String], in world: World) async -> ExitCode {
        do {
            return try await carryOut(words, world)
        } catch let failure as Failure {
            return complain(failure, world)
        } catch let error as StoreError {
            return complain(.store(error), world)
        } catch {
            world.terminal.complain("todo: \(error)\n")
            return .failed
        }
    }

    private static func complain(_ failure: Failure, _ world: World) -> ExitCode {
        world.terminal.complain("todo: \(failure.sentence)\n")
        return failure.exitCode
    }

    private static func carryOut(_ words: [String], _ world: World) async throws -> ExitCode {
        let invocation = Invocation(world: world, arguments: try ParsedArguments(words))
        if invocation.arguments.has("--help") {
            try invocation.printHelp(words)
        } else if invocation.arguments.has("--version") {
            try invocation.print("todo \(version)")
        } else {
            try await invocation.arguments.command.run(invocation)
        }
        return .done
    }
}
