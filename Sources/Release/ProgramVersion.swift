/// The version of this program, as every place shows it: the command line, health, the log, and the
/// requests to Apple.
package enum ProgramVersion {
  /// The version of what a user depends on: HTTP, the command line and the settings.
  package static let text = "0.9.0"
  /// The commit of a release. `scripts/package` writes it here, into the clone that it builds.
  package static let commit = "development"
  /// The version and the commit, for a line of text.
  package static let line = "\(text) (\(commit))"
  /// The name that Apple's servers and certificate issuers see.
  package static let userAgent = "daicho/\(text)"
}
