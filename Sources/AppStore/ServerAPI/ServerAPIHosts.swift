/// Where the Server API is asked: one address for each environment, without a slash at its end.
package struct ServerAPIHosts: Sendable, Hashable {
  package let production: String
  package let sandbox: String

  /// The hosts Apple recommends since May 2026.
  package static let current = ServerAPIHosts(
    production: "https://api.storekit.apple.com",
    sandbox: "https://api.storekit-sandbox.apple.com")

  /// The hosts before them, still served.
  package static let older = ServerAPIHosts(
    production: "https://api.storekit.itunes.apple.com",
    sandbox: "https://api.storekit-sandbox.itunes.apple.com")

  package static let everyGeneration = [current, older]

  package init(production: String, sandbox: String) {
    self.production = Self.withoutSlash(production)
    self.sandbox = Self.withoutSlash(sandbox)
  }

  /// One address for both, as a simulated App Store has.
  package init(url: String) {
    self.init(production: url, sandbox: url)
  }

  subscript(environment: ServerAPIEnvironment) -> String {
    switch environment {
    case .production: production
    case .sandbox: sandbox
    }
  }

  private static func withoutSlash(_ url: String) -> String {
    url.hasSuffix("/") ? String(url.dropLast()) : url
  }
}
