/// The base URLs of the Server API, one per environment, without a trailing slash.
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

  /// Uses one address for both environments, as a simulated App Store does.
  package init(url: String) {
    self.init(production: url, sandbox: url)
  }

  /// Returns these hosts with other addresses for some environments.
  package func replacing(_ urls: [ServerAPIEnvironment: String]) -> ServerAPIHosts {
    ServerAPIHosts(
      production: urls[.production] ?? production, sandbox: urls[.sandbox] ?? sandbox)
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

extension [ServerAPIHosts] {
  /// Returns the addresses of an environment in the order in which they are tried, each once.
  func addresses(in environment: ServerAPIEnvironment) -> [String] {
    reduce(into: []) { addresses, hosts in
      let address = hosts[environment]
      if !addresses.contains(address) { addresses.append(address) }
    }
  }
}

/// The environment of a transaction. Each transaction id exists in exactly one environment.
package enum ServerAPIEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
  case production = "Production"
  case sandbox = "Sandbox"
}
