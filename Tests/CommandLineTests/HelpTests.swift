import CommandLine
import Testing

@Suite struct `Help` {
    @Test func `of a program lists its commands, with their operands`() throws {
        #expect(
            ProgramSpec.shop.help == """
                shop 1.0: an example.

                usage: shop COMMAND [OPTION…]

                  serve                     serve until SIGTERM
                  import FILE|-             import items
                  backup FILE               copy all
                  user                      add and list accounts
                  completion bash|zsh|fish  print completions
                  version                   print the version
                  help [COMMAND]            print this, or the help of a command

                shop COMMAND --help prints the help of a command.
                """)
    }

    @Test func `of a program has the options of all commands`() {
        let help = ProgramSpec.list.help

        #expect(help.contains("usage: list [COMMAND] [OPTION…]\n"))
        #expect(help.contains("\nOptions of all commands:\n  --json         prints JSON\n"))
        #expect(
            help.hasSuffix(
                "\nlist COMMAND --help prints the help of a command.\n\nExit codes: 0 done"))
    }

    @Test func `of a command is wrapped at 100 columns, in two columns`() throws {
        let help = try ProgramSpec.shop.helpText(["import", "--help"])

        #expect(
            help == """
                usage: shop import FILE|- [OPTION…]

                Imports items from a file, or with - from standard input: a "JSON" array, one object a line, or
                C:\\items.

                It works beside a running server.

                  --user EMAIL  import the items into this account; without it into those of a server that has no
                                accounts
                  --fast        do not wait
                  --db PATH     the database
                """)
    }

    @Test func `of a command has its sections and notes, and a usage for what is required`() throws
    {
        #expect(
            try ProgramSpec.shop.helpText(["serve", "-h"]) == """
                usage: shop serve [OPTION…]

                Serve until SIGTERM.

                  --port NUMBER       listen on this port (8080)
                  --auth auto|on|off  whether it's needed: on, off [or auto]

                Limits:
                  --max-body SIZE     bytes of a body

                -5 is no size.
                """)
        #expect(
            try ProgramSpec.shop.help(of: ["user", "add"])
                .hasPrefix("usage: shop user add --email EMAIL [OPTION…]\n"))
        #expect(
            try ProgramSpec.shop.help(of: ["user", "list"]).hasPrefix("usage: shop user list\n"))
        #expect(
            try ProgramSpec.list.help(of: ["undo"]).contains("\n  --json         prints JSON\n"))
    }

    @Test(arguments: [
        ["user", "--help"], ["user", "-h"], ["user", "add", "--email", "--help"],
        ["serve", "--bogus", "--help"],
    ])
    func `is asked for at any place`(words: [String]) throws {
        let help = try #require(try ProgramSpec.shop.helpText(words))

        #expect(help.hasPrefix("usage: shop \(words[0]) "))
    }

    @Test func `is not asked for by an operand`() throws {
        #expect(try ProgramSpec.list.parsed(["add", "--", "--help"])?.1.operands == ["--help"])
        #expect(try ProgramSpec.list.helpText(["--json", "--help"]) == ProgramSpec.list.help)
    }
}

@Suite struct `The manual page` {
    private let page = ProgramSpec.shop.page(
        ProgramSpec.Manual(
            version: "1.0", purpose: "an example", about: ".shop sells.",
            exitCodes: [("0", "success")], files: [("$HOME/shop", "the shop")]))

    @Test func `has every command with every option and its text`() throws {
        let plain = page.replacing("\\-", with: "-").replacing("\\(dq", with: "\"")

        #expect(page.hasPrefix(".TH SHOP 1 "))
        for command in ProgramSpec.shop.commands {
            let begin = try #require(plain.firstRange(of: "\n.SS \"shop \(command.name)"))
            let section = plain[begin.upperBound...]
            for option in command.options {
                let help = option.help.replacing("\n", with: " ")
                #expect(section.contains("\n.TP\n.B \"\(option.form)\"\n\(help)\n"))
            }
        }
        #expect(plain.contains("a \"JSON\" array, one object a line, or C:\\eitems."))
        #expect(page.contains("\n.PP\n\\-5 is no size.\n"))
    }

    @Test func `has the options of all commands once, and brackets if no command is needed`() {
        let list = ProgramSpec.list.page(
            ProgramSpec.Manual(
                version: "1.0", purpose: "an example", about: "It lists.", exitCodes: [],
                files: []))

        #expect(list.contains("\n.B list\n[\\fICOMMAND\\fR]\n"))
        #expect(page.contains("\n.B shop\n.I COMMAND\n"))
        #expect(list.ranges(of: ".B \"\\-\\-json\"").count == 1)
        #expect(list.contains("\n.SH OPTIONS\n"))
        #expect(!page.contains("\n.SH OPTIONS\n"))
    }

    @Test func `has no line that roff reads as a request by mistake`() {
        let requests: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I"]

        #expect(page.contains("\n\\&.shop sells.\n"))
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }
}
