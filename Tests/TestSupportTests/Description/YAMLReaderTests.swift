import TestSupport
import Testing

@Suite struct `YAML` {
    @Test(arguments: [
        ("a: 1", Node.map(["a": .number(1)])),
        ("a: one two", .map(["a": .text("one two")])),
        (
            "a:\n  b: true\n  c: null\nd: ~",
            .map([
                "a": .map(["b": .bool(true), "c": .null]), "d": .null,
            ])
        ),
        ("- 1\n- 2", .list([.number(1), .number(2)])),
        ("a:\n- 1\nb: 2", .map(["a": .list([.number(1)]), "b": .number(2)])),
        (
            "a:\n  - b: 1\n    c: 2\n  - d",
            .map([
                "a": .list([.map(["b": .number(1), "c": .number(2)]), .text("d")])
            ])
        ),
        ("'200': {$ref: '#/a/b'}", .map(["200": .map(["$ref": .text("#/a/b")])])),
        (
            "a: {b: [1, 'x, y', {}], c: }",
            .map([
                "a": .map(["b": .list([.number(1), .text("x, y"), .map([:])]), "c": .text("")])
            ])
        ),
        ("a: 'it''s'\nb: \"a \\\"b\\\"\"", .map(["a": .text("it's"), "b": .text("a \"b\"")])),
        (
            "a: |\n  one\n\n    two\nb: >-\n  three\n  four",
            .map([
                "a": .text("one\n\n  two\n"), "b": .text("three four"),
            ])
        ),
        (
            "a: one\n  two\n# a remark\nb: 2 # another",
            .map(["a": .text("one two"), "b": .number(2)])
        ),
        ("a: {b: 1,\n    c: 2}", .map(["a": .map(["b": .number(1), "c": .number(2)])])),
        ("a: https://example.org/b#c", .map(["a": .text("https://example.org/b#c")])),
    ])
    func `is read`(text: String, node: Node) throws {
        #expect(try YAMLReader.read(text) == node)
    }

    @Test(arguments: [
        "a: 1\na: 2", "a: {b: 1, b: 2}", "a: *b", "a: &b 1", "a: !c 1", "a: 'b", "a: {b", "a: [b",
        "nonsense", "a: 1\n  b: 2\n c: 3", "a: {b: 1} c", "a: \"\\n\"", "  a: 1\nb: 2",
    ])
    func `of an unsupported kind is a fault`(text: String) {
        #expect(throws: YAMLReader.Fault.self) { try YAMLReader.read(text) }
    }
}
