/// The version and the commit of this build.
enum Build {
    static let version = "0.1.0"

    /// The commit, nil for a build from a working copy.
    ///
    /// `git archive` writes it into the file (gitattributes(5), export-subst), and so does the
    /// Dockerfile; a working copy contains the placeholder.
    static let revision: String? = {
        let text = String(decoding: PackageResources.revision_txt, as: UTF8.self)
        let word = text.split(whereSeparator: \.isWhitespace).first
        return word.flatMap { $0.hasPrefix("$") ? nil : String($0) }
    }()
}
