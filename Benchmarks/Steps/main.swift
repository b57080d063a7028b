// Repeats one step of a request so often that its cost can be measured:
//
//     Steps list                   prints the steps and their descriptions
//     Steps DATABASE ratios        prints the time of each, as a ratio to a loop's
//     Steps DATABASE STEP COUNT    repeats it, and prints a number that depends on all runs
//
// Steps that write leave their items in the database.
let words = Array(CommandLine.arguments.dropFirst())
if words == ["list"] {
    for step in Step.allCases { print("\(step.rawValue)\t\(step.title)") }
} else if words.count == 2, words[1] == "ratios" {
    let world = try World(words[0])
    let yardstick = Yardstick()
    for step in Step.allCases {
        let ratio = try yardstick.ratio(of: step, in: world)
        print("\(step.rawValue)\t\((ratio * 1_000).rounded() / 1_000)")
    }
} else if words.count == 3, let step = Step(rawValue: words[1]), let count = Int(words[2]) {
    print(try step.run(count, in: try World(words[0])))
} else {
    preconditionFailure("Steps list | DATABASE ratios | DATABASE STEP COUNT")
}
