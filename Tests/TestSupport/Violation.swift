/// A rule for every input that does not hold for this one.
package struct Violation: Error, CustomStringConvertible {
    /// The broken rule, as a sentence.
    package let description: String

    /// The violation of that rule.
    package init(_ description: String) { self.description = description }

    /// Throws a violation of `rule` if the condition is false.
    package static func unless(
        _ holds: Bool, _ rule: @autoclosure () -> String
    ) throws(Violation) {
        if !holds { throw Violation(rule()) }
    }
}
