package let batchPath = "/items/batch"

/// The id with that number, as JSON.
package func jsonID(_ number: Int) -> String { "\"\(uuid(number))\"" }

/// A step that puts an item.
package func batchPut(_ number: Int, _ title: String, _ more: String = "") -> String {
    #"{"op":"put","item":{"id":\#(jsonID(number)),"title":"\#(title)"}\#(more)}"#
}

/// A step that patches an item.
package func batchPatch(_ number: Int, _ json: String, _ more: String = "") -> String {
    #"{"op":"patch","id":\#(jsonID(number)),"patch":\#(json)\#(more)}"#
}

/// A step that deletes an item.
package func batchDelete(_ number: Int, _ more: String = "") -> String {
    #"{"op":"delete","id":\#(jsonID(number))\#(more)}"#
}

/// The body of a batch of these steps.
package func batchOf(_ steps: String...) -> String { "[" + steps.joined(separator: ",") + "]" }
