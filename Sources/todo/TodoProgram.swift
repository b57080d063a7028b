import CommandLine
import ToDoClient

/// The program: a command line in, an exit code out.
enum TodoProgram {
    /// The version of this build.
    static let version = "0.1.0"

    /// Runs a command line, nil if it is not UTF-8; prints a failure to standard error.
    static func run(_ words: [String]?, in world: World) async -> ExitCode {
        do {
            guard let words else { throw Failure.notUTF8 }
            return try await execute(words, world)
        } catch let failure as UsageFailure {
            return printError(.usage(failure), world)
        } catch let failure as Failure {
            return printError(failure, world)
        } catch let error as StoreError {
            return printError(.store(error), world)
        } catch {
            world.terminal.printError("todo: \(error.plainReason)\n")
            return .failed
        }
    }

    private static func printError(_ failure: Failure, _ world: World) -> ExitCode {
        world.terminal.printError("todo: \(failure.sentence)\n")
        return failure.exitCode
    }

    private static func execute(_ words: [String], _ world: World) async throws -> ExitCode {
        switch try TodoCommand.program.request(words) {
        case .help(let text):
            do {
                try world.terminal.write(text + "\n")
            } catch {
                throw Failure.file("standard output", reason: error.plainReason)
            }
        case .command(let spec, let arguments):
            let invocation = Invocation(world: world, command: spec, arguments: arguments)
            try await TodoCommand.all.first { $0.spec.name == spec.name }?.run(invocation)
        }
        return .done
    }
}
