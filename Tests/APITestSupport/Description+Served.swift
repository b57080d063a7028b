import API
import HTTP
import Items
package import TestSupport

extension Description {
    /// The document that is served.
    package static let served = Result { try Description(servedText()) }
}

private func servedText() -> String {
    let app = App(
        items: InMemoryItems(now: .constant(0)),
        authMode: .anonymous(Owner(key: 1, epoch: "test")),
        ids: IDGenerator { ItemID(high: 0, low: 0) })
    return TestClient(app, isChecked: false).send("GET", "/openapi.yaml").text
}
