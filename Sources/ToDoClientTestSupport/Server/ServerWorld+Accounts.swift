import Foundation
import ToDoClient

extension ServerWorld {
    /// Answers what needs no owner's items; nil if the request is another one.
    mutating func answerOpen(_ call: ServerCall) throws -> ServerResponse? {
        switch call.path {
        case ["coordinates"]:
            try check(call, ["GET"])
            try call.checkQuery("address")
            guard let address = call.query["address"], !address.isEmpty else {
                throw Refusal.of("bad-parameter", 400)
            }
            guard let coordinate = addresses[address] else {
                throw Refusal.of("address-not-found", 404)
            }
            return try ServerResponse(200, coordinate)
        case ["users"]:
            try check(call, ["POST"])
            return try signUp(call)
        case ["sessions"]:
            try check(call, ["POST"])
            return try signIn(call)
        case ["sessions", "current"]:
            guard let token = call.bearer, let email = sessions[token] else {
                throw Refusal.of("unauthorized", 401)
            }
            try check(call, ["GET", "DELETE"])
            if call.method == "DELETE" {
                sessions[token] = nil
                return ServerResponse(204)
            }
            return try ServerResponse(200, ["email": email])
        case ["users", "current"]:
            guard let email = call.bearer.flatMap({ sessions[$0] }), let account = accounts[email]
            else { throw Refusal.of("unauthorized", 401) }
            try check(call, ["GET"])
            return try ServerResponse(200, ["name": account.name, "email": account.email])
        default:
            return nil
        }
    }

    private struct AccountBody: Decodable {
        let name: String?
        let email: String
        let password: String
    }

    private mutating func signUp(_ call: ServerCall) throws -> ServerResponse {
        let body: AccountBody = try call.content()
        let email = body.email.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = (body.name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let faults = SignUpRepository.faults(name: name, email: email, password: body.password)
        guard faults.isEmpty else {
            throw Refusal.invalid(
                faults.sorted { $0.value < $1.value }.map {
                    ServerFault(pointer: "/\($0.key)", detail: $0.value)
                })
        }
        guard accounts[email.lowercased()] == nil else { throw Refusal.of("email-taken", 409) }
        accounts[email.lowercased()] = Account(name: name, email: email, password: body.password)
        return try ServerResponse(201, ["name": name, "email": email])
    }

    private mutating func signIn(_ call: ServerCall) throws -> ServerResponse {
        let body: AccountBody = try call.content()
        let email = body.email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard let account = accounts[email], account.password == body.password else {
            throw Refusal.of("wrong-credentials", 401)
        }
        let token = UUID().uuidString
        sessions[token] = email
        struct Session: Encodable { let token: String, expiresAt: Double }
        return try ServerResponse(201, Session(token: token, expiresAt: 4_102_444_800))
    }
}
