/// The prose of a problem's page: the meaning of the kind, and the remedy.
///
/// The single occurrence is described by `Problem.detail`.
extension ProblemKind {
    /// Plain text without characters that HTML escapes.
    var page: (meaning: String, remedy: String) {
        switch self {
        case .badRequest:
            (
                "The request, one of its fields or its query is not well-formed HTTP.",
                "Mend the request; sent again as it is, it will be refused again."
            )
        case .requestTimeout:
            (
                "The header or the body of the request did not arrive in time.",
                "Send it again, in one go, on a new connection."
            )
        case .targetTooLong:
            (
                "The request line is longer than the server takes.",
                "Ask for less in one query. The operator can move the limit."
            )
        case .fieldsTooLarge:
            (
                "The header fields, or the extensions and trailers of chunks, are too many or too long.",
                "Send fewer or shorter fields; often it is cookies of other programs on the same host."
            )
        case .expectationFailed:
            (
                "The field Expect asks for something other than 100-continue.",
                "Send the request without that field."
            )
        case .methodUnknown:
            (
                "The method is not known to this server, for any path.",
                "Use one that is; OPTIONS * lists them."
            )
        case .codingUnknown:
            (
                "The body came in a transfer coding other than chunked.",
                "Send it with a Content-Length or in plain chunks."
            )
        case .versionUnsupported:
            (
                "The request is in a version of HTTP that does not begin with 1.",
                "Speak HTTP/1.1, or put a proxy in front that translates."
            )
        case .noSuchRoute:
            (
                "There is nothing at this path, and never was.",
                "Compare the path with /openapi.yaml; a slash at the end counts."
            )
        case .methodNotAllowed:
            (
                "The path is right, but it does not accept this method.",
                "Use one of those that the field Allow lists."
            )
        case .notAcceptable:
            (
                "The field Accept rules out the only type that the answer can have. Nothing was changed.",
                "Send Accept: application/json, or leave the field out."
            )
        case .badParameter:
            (
                "A query parameter is unknown here, comes twice or has a bad value.",
                "Mend the one that the detail names. None is passed over, since a filter with a typo "
                    + "would look like one that worked."
            )
        case .unsupportedMediaType:
            (
                "The body is not declared as a type that is taken here, or not declared at all, or it comes in "
                    + "a content coding such as gzip.",
                "Send the Content-Type that the field Accept or Accept-Patch of the answer names, once, and the "
                    + "body as it is."
            )
        case .contentTooLarge:
            (
                "The body is longer than is taken here.",
                "Send less at once; arrays can be sent in parts. The operator can move the limit."
            )
        case .badJSON:
            (
                "The body is not JSON as RFC 8259 has it: in UTF-8, each member of an object once, "
                    + "nothing behind the value.",
                "Mend it at the byte that the detail names."
            )
        case .invalid:
            (
                "The body is JSON, but its content breaks a rule.",
                "Mend every place that errors lists: each has a JSON Pointer and what is wrong there."
            )
        case .itemNotFound:
            (
                "There is no item with this id.",
                "Forget it, or make it with PUT."
            )
        case .itemGone:
            (
                "The item was deleted, by the write whose revision the problem has.",
                "Forget it, or make it anew with PUT."
            )
        case .alreadyExists:
            (
                "There are items with ids that were to be added; items lists them. Nothing was added.",
                "Leave them out, or send the same with onConflict=skip or onConflict=replace."
            )
        case .conditionFailed:
            (
                "If-Match or If-None-Match names another state than the current one: another "
                    + "client was first. Nothing was changed.",
                "Fetch the current state, look whether the change still makes sense, and send it with "
                    + "the new ETag. The problem has the current revision."
            )
        case .tokenExpired:
            (
                "The changes since this token are not known: it is older than 30 days or than the "
                    + "history that the owner has room for, or was given out before a backup was put "
                    + "back.",
                "Begin anew with GET /items/changes without a token; what was not sent yet can still be."
            )
        case .noSuchRevision:
            (
                "No write has had this revision.",
                "Take the revision from the ToDo-Revision of the write that is to be undone."
            )
        case .undoExpired:
            (
                "What the write did is no longer remembered. History is kept for 30 days, or for as "
                    + "long as the owner has room for it.",
                "Put back by hand what is missed."
            )
        case .changedSince:
            (
                "Items that the write touched have been changed since; items lists them. "
                    + "Nothing was undone.",
                "Undo the later changes first, or put the items back one by one."
            )
        case .keyReused:
            (
                "The Idempotency-Key was used before, for a request with another body.",
                "Make a new key for each new request; keep one only to send the same again."
            )
        case .keyInUse:
            (
                "The first request with this Idempotency-Key is still under way.",
                "Wait a moment and send the same again: it is answered as the first one was."
            )
        case .responseEvicted:
            (
                "The request with this Idempotency-Key was done, once, but its answer had to make room.",
                "Do not send it with another key; fetch the state instead."
            )
        case .quota:
            (
                "The write would make the owner's items larger than they may be; detail has both "
                    + "sizes. Nothing was changed.",
                "Delete items or shorten their texts: a write that makes room is never refused for "
                    + "this. The operator can give every owner more room with --owner-items."
            )
        case .addressNotFound:
            (
                "The geocoder found no place for this address.",
                "Use fewer or other words. A day later the geocoder is queried again."
            )
        case .misdirected:
            (
                "The request names a host that is not known to be this server. On a loopback address, "
                    + "where requests need no token, that is refused, since a web page can have "
                    + "its own name pointed at it. Or its target is an https URL, while this server "
                    + "speaks no TLS.",
                "Use localhost or the address. The operator can name more hosts with --hosts, or turn "
                    + "accounts on. A proxy that speaks TLS sends the path alone, or an http URL."
            )
        case .crossOrigin:
            (
                "A web page of another origin asked for a change, or one of another site for anything, and "
                    + "the server asks for no token. Nothing was read or changed.",
                "The operator can let pages of that origin in with --cors, or turn accounts on."
            )
        case .unauthorized:
            (
                "This server keeps the items of several people apart, and the request has no token that "
                    + "names an account, or one that has expired or was revoked.",
                "Sign in with POST /sessions and send the token as Authorization: Bearer. Without an "
                    + "account, make one with POST /users, or ask the operator."
            )
        case .readOnly:
            (
                "The token was created with the scope read, and the request is a write. Nothing was "
                    + "changed.",
                "Send the request with a token that has no scope: sign in, or create one with POST "
                    + "/tokens. A read-only token can revoke itself with DELETE /sessions/current."
            )
        case .wrongCredentials:
            (
                "There is no account with this email and password. The answer does not say "
                    + "which of the two is wrong.",
                "Mind the case of the password's letters; that of the email's makes no difference."
            )
        case .wrongPassword:
            (
                "A new email, a new password and the removal of the account want the current password, "
                    + "and this is not it. Nothing was changed.",
                "Send the account's own password."
            )
        case .sessionNotFound:
            (
                "No session of this account has this handle: it has expired, was revoked, or never "
                    + "was one.",
                "Read the handles of the sessions there are: GET /sessions."
            )
        case .emailTaken:
            (
                "Another account has this email, in whatever letter case. Nothing was changed.",
                "Sign in with it, or take another one."
            )
        case .signUpClosed:
            (
                "Accounts cannot be made over HTTP here: the operator has closed sign-up.",
                "Ask the operator for one: toodoo user add."
            )
        case .tooManyRequests:
            (
                "More requests of this kind came from one address, for one account or with one token "
                    + "than the operator allows. Nothing was changed.",
                "Send the same again after as many seconds as Retry-After says."
            )
        case .noGeocoder:
            (
                "This server has no geocoder, or cannot reach it.",
                "Do without coordinates. The operator starts the server with --geocoder, on a "
                    + "machine that has libcurl."
            )
        case .geocoderFailed:
            (
                "The geocoder could not be reached, refused, or answered with nonsense.",
                "Try again later; the detail is for the operator."
            )
        case .geocoderTooSlow:
            (
                "The geocoder did not answer in time.",
                "Ask again a little later: its answer is remembered when it comes."
            )
        case .storageFull:
            (
                "The server's disk has no room for the change. Nothing was changed.",
                "Try again later. The operator has to make room on the disk; deleting items makes none."
            )
        case .storageFailed:
            (
                "The server could not read or write its data. Nothing was changed.",
                "Tell the operator, with the instance of the problem; trying again seldom helps."
            )
        case .storageUnavailable:
            (
                "The server cannot reach its data at the moment. Nothing was changed.",
                "Send the same again after as many seconds as Retry-After says."
            )
        case .overloaded:
            (
                "The server has too much to do at the moment. Nothing was changed.",
                "Send the same again after as many seconds as Retry-After says."
            )
        case .draining:
            (
                "The server is going down. Nothing was changed.",
                "Send the same again after as many seconds as Retry-After says, on a new connection."
            )
        }
    }
}
