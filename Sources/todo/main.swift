import Foundation

let code = await TodoProgram.run(Array(CommandLine.arguments.dropFirst()), in: .live)
exit(code.rawValue)
