import Foundation

let code = await TodoProgram.run(commandLine(), in: .live)
exit(code.rawValue)
