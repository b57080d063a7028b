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
                "Correct the request; repeated as it is, it will be refused again."
            )
        case .requestTimeout:
            (
                "The header or the body of the request did not arrive in time.",
                "Send it again without pauses, on a new connection."
            )
        case .targetTooLong:
            (
                "The request line is too long.",
                "Use a shorter query."
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
                "The server does not know the method, whatever the path.",
                "Use one that OPTIONS * lists."
            )
        case .codingUnknown:
            (
                "The body came in a transfer coding other than chunked.",
                "Send it with a Content-Length or in plain chunks."
            )
        case .versionUnsupported:
            (
                "The request is in a version of HTTP that does not begin with 1.",
                "Use HTTP/1.1, or a proxy that translates."
            )
        case .noSuchRoute:
            (
                "There is nothing at this path.",
                "Compare the path with /openapi.yaml; a slash at the end counts."
            )
        case .methodNotAllowed:
            (
                "The path exists, but it does not accept this method.",
                "Use one of those that the field Allow lists."
            )
        case .notAcceptable:
            (
                "Accept excludes the only type that the response can have. Nothing was changed.",
                "Send Accept: application/json, or leave the field out."
            )
        case .badParameter:
            (
                "A query parameter is unknown here, comes twice or has a bad value.",
                "Correct the parameter that the detail names. Unknown ones are refused because a filter "
                    + "with a typo would select too much."
            )
        case .unsupportedMediaType:
            (
                "The Content-Type is missing or not accepted here, or the body has a content coding "
                    + "such as gzip.",
                "Send one Content-Type that Accept or Accept-Patch in the response lists, and the body "
                    + "without a content coding."
            )
        case .contentTooLarge:
            (
                "The body is too large.",
                "Send less at once; an array can be sent in parts. The operator can raise the limit."
            )
        case .badJSON:
            (
                "The body is not JSON (RFC 8259): one value in UTF-8, in which no object has a member "
                    + "twice.",
                "Correct it at the byte that the detail names."
            )
        case .invalid:
            (
                "The body is JSON, but its content breaks a rule.",
                "Correct every place that errors lists: each has a JSON Pointer and the fault there."
            )
        case .itemNotFound:
            (
                "There is no item with this id.",
                "Remove it from the client, or create it with PUT."
            )
        case .itemGone:
            (
                """
                The item that was to be deleted is deleted already, by the write whose revision the problem \
                has. Any other request for such an item gets 404.
                """,
                "Remove it from the client, or create it again with PUT."
            )
        case .alreadyExists:
            (
                "There are items with ids that were to be added; items lists them. Nothing was added.",
                "Leave them out, or send the same with onConflict=skip or onConflict=replace."
            )
        case .conditionFailed:
            (
                "If-Match or If-None-Match does not match the current version: another client made a "
                    + "change first. Nothing was changed.",
                "Read the current version, check that the change still makes sense, and send it with "
                    + "the new ETag. The problem has the current revision."
            )
        case .tokenExpired:
            (
                "The changes since this token are no longer stored: after 30 days, when the history "
                    + "quota is full, or because a backup was restored.",
                "Start over with GET /items/changes without a token. Unsent changes can still be sent."
            )
        case .noSuchRevision:
            (
                "There is no write with this revision.",
                "Take the revision from the ToDo-Revision of the write that is to be undone."
            )
        case .undoExpired:
            (
                "The history of the write is no longer stored. It is kept for 30 days, or until the "
                    + "history quota is full.",
                "Restore the items by hand."
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
                "Use a new key for each new request, and the same key only to repeat a request."
            )
        case .keyInUse:
            (
                "The first request with this Idempotency-Key is still running.",
                "Wait a moment and send the request again: it gets the response of the first one."
            )
        case .answerNotKept:
            (
                "The request with this Idempotency-Key was done once, but its response was dropped to make room.",
                "Do not send it with another key; read the items instead."
            )
        case .quota:
            (
                "The write would make the owner's items more, or larger, than they may be; detail "
                    + "has both numbers. Nothing was changed.",
                "Delete items or shorten their texts: a write that makes room is never refused for "
                    + "this. The operator can give every owner more room with --owner-count and "
                    + "--owner-items."
            )
        case .addressNotFound:
            (
                "The geocoder found no place for this address.",
                "Use fewer or other words. After a day the geocoder is asked again."
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
        case .foreignPage:
            (
                "A web page of another origin asked for a change, or one of another site for anything, and "
                    + "the server asks for no token. Nothing was read or changed.",
                "The operator can let pages of that origin in with --cors, or turn accounts on."
            )
        case .unauthorized:
            (
                "The server has accounts, and the request has no token or one that has expired or was "
                    + "revoked.",
                "Sign in with POST /sessions and send the token as Authorization: Bearer. Without an "
                    + "account, create one with POST /users, or ask the operator."
            )
        case .readOnly:
            (
                "The token was created with the scope read, and the request is a write. Nothing was "
                    + "changed.",
                "Send the request with another token: sign in, or create one with the scope items by "
                    + "POST /tokens. A read-only token can revoke itself with DELETE /sessions/current."
            )
        case .notPermitted:
            (
                "The token was created with the scope items or read, and the request is about accounts, "
                    + "sessions or tokens. Nothing was read or changed.",
                "Sign in and send the request with that token. GET and DELETE /sessions/current work with "
                    + "every token."
            )
        case .wrongCredentials:
            (
                "There is no account with this email and password. The response does not say which of "
                    + "the two is wrong.",
                "Check the case of the password; the case of the email does not matter."
            )
        case .wrongPassword:
            (
                "A new email, a new password and the removal of the account require the current "
                    + "password, and this one is wrong. Nothing was changed.",
                "Send the current password of the account."
            )
        case .sessionNotFound:
            (
                "No session of this account has this handle: it has expired, was revoked, or never "
                    + "was one.",
                "List the sessions with GET /sessions."
            )
        case .subscriptionNotFound:
            (
                "No subscription has this handle: it has ended, with its session or because its "
                    + "push service knows it no longer, or never was one.",
                "List the subscriptions with GET /subscriptions, and subscribe again."
            )
        case .emailTaken:
            (
                "Another account has this email, in whatever letter case. Nothing was changed.",
                "Sign in with it, or take another one."
            )
        case .signUpClosed:
            (
                "The operator closed the sign-up over HTTP.",
                "Ask the operator for one: toodoo user add."
            )
        case .setupEnded:
            (
                "A set-up link makes the first account, once. This one has been used, a newer one has "
                    + "replaced it, or an account was made in another way.",
                "Sign in if you have an account. Else ask the operator, for whom toodoo setup-link "
                    + "prints a new one while there is no account."
            )
        case .proxyUserRefused:
            (
                "The request has the field of --proxy-user, but does not come from a proxy of "
                    + "--proxies, has the field more than once, or has no email in it.",
                "Sign in through the proxy, or with a password and without the field. The proxy has "
                    + "to replace what a client sends in it."
            )
        case .tooManyRequests:
            (
                "More requests of this kind came from one address, for one account or with one token "
                    + "than the operator allows. Nothing was changed.",
                "Send the request again after the seconds in Retry-After."
            )
        case .noGeocoder:
            (
                "This server has no geocoder, or cannot reach it.",
                "Do without coordinates. The operator starts the server with --geocoder, on a "
                    + "machine that has libcurl."
            )
        case .geocoderFailed:
            (
                "The geocoder could not be reached, refused, or sent an invalid response.",
                "Try again later; the detail is for the operator."
            )
        case .geocoderTooSlow:
            (
                "The geocoder did not answer in time.",
                "Send the request again later: the result is stored when it arrives."
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
                "Send the request again after the seconds in Retry-After."
            )
        case .overloaded:
            (
                "The server has too much to do at the moment. Nothing was changed.",
                "Send the request again after the seconds in Retry-After."
            )
        case .draining:
            (
                "The server is shutting down. Nothing was changed.",
                "Send the request again on a new connection, after the seconds in Retry-After."
            )
        }
    }
}
