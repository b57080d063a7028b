import HTTP

/// A unit of measurement: one step of a request, or the whole request without its socket.
enum Step: String, CaseIterable {
    case parse, route, read, page, encode, take, get, list, unchanged, write

    /// The name in the table.
    var title: String {
        switch self {
        case .parse: "parse a head"
        case .route: "route a target"
        case .read: "read an item"
        case .page: "read a page of 100"
        case .encode: "encode an item"
        case .take: "take a POST up to the writer"
        case .get: "answer a GET"
        case .list: "answer a list of 100"
        case .unchanged: "answer a list that the client has"
        case .write: "write a batch of 64"
        }
    }

    /// Runs the step `count` times and returns a number that depends on all runs.
    func run(_ count: Int, in world: World) throws -> Int {
        switch self {
        case .parse: world.parse(count)
        case .route: world.route(count)
        case .read: try world.read(count)
        case .page: try world.readPages(count)
        case .encode: world.encode(count)
        case .take: world.answer(count, [world.post], with: nil)
        case .get: world.answer(count, world.gets, with: .ok)
        case .list: world.answer(count, [world.list], with: .ok)
        case .unchanged: world.answer(count, [world.unchanged], with: .notModified)
        case .write: world.write(count)
        }
    }
}
