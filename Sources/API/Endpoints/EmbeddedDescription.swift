import COpenAPI

/// A form of `openapi.yaml` inside the program.
enum EmbeddedDescription {
    case yaml
    case json
    case page

    /// All bytes: read-only data, which the system loads as it is used.
    var bytes: Span<UInt8> {
        @_lifetime(immortal)
        get {
            guard let start = unsafe toodoo_openapi_bytes(form) else { return Span() }
            let bytes = unsafe Span(_unsafeStart: start, count: toodoo_openapi_size(form))
            // They are a constant of the program, so they outlive every use.
            return unsafe _overrideLifetime(bytes, copying: ())
        }
    }

    private var form: toodoo_openapi_form {
        switch self {
        case .yaml: toodoo_openapi_yaml
        case .json: toodoo_openapi_json
        case .page: toodoo_openapi_page
        }
    }
}
