import Foundation
import Testing

@testable import toodoo

@Suite struct `The manual page` {
    // proves: command-line-51
    @Test func `has every command with every option and its text`() throws {
        let page = try Program(["man"]).ending().output
        let plain = page.replacing("\\-", with: "-").replacing("\\(dq", with: "\"")

        #expect(page.hasPrefix(".TH TOODOO 1 "))
        for command in CommandEntry.all {
            let begin = try #require(plain.range(of: "\n.SS \"toodoo \(command.name)"))
            let section = plain[begin.upperBound...]
            for option in command.options {
                #expect(
                    section.contains("\n.TP\n.B \"\(option.term)\"\n\(option.text)\n"),
                    "\(command.name) \(option.name)")
            }
        }
    }

    @Test func `has no line that roff reads as a request by mistake`() throws {
        let page = try Program(["man"]).ending().output
        let requests: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I"]

        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test func `accepts no argument`() throws {
        #expect(
            try Program(["man", "serve"]).ending() == .failure(64, "unexpected argument \"serve\""))
    }
}

@Suite struct `A parsed help text` {
    @Test func `has usage, paragraphs and rows`() {
        let page = HelpPage(
            """
            usage: toodoo move FILE [OPTION…]
                   toodoo move --all [OPTION…]

            Moves one thing. It goes on
            in the next line.

              --to PLACE         where it goes, in words
                                 of any length
              --all              everything
            Heading:
              --mode on|off|N    a choice
            """)

        #expect(page.usage == ["toodoo move FILE [OPTION…]", "toodoo move --all [OPTION…]"])
        #expect(
            page.blocks == [
                .paragraph("Moves one thing. It goes on in the next line."),
                .row(.init(term: "--to PLACE", text: "where it goes, in words of any length")),
                .row(.init(term: "--all", text: "everything")), .paragraph("Heading:"),
                .row(.init(term: "--mode on|off|N", text: "a choice")),
            ])
        #expect(page.options.map(\.name) == ["--to", "--all", "--mode"])
        #expect(page.options.map(\.placeholder) == ["PLACE", nil, "on|off|N"])
        #expect(page.options.map(\.words) == [[], [], ["on", "off"]])
    }
}
