/// The words behind the program's name; nil if one is not UTF-8.
///
/// `CommandLine.arguments` replaces such bytes, so that an item would get another title.
func commandLine() -> [String]? {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let argument = unsafe CommandLine.unsafeArgv[index],
            let word = unsafe String(validatingCString: argument)
        else { return nil }
        words.append(word)
    }
    return words
}
