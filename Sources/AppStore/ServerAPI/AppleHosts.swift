/// The base URLs of one of Apple's services, one per environment, without a trailing slash.
package struct AppleHosts: Sendable, Hashable {
  package let production: String
  package let sandbox: String

  /// The hosts of the Server API that Apple recommends since May 2026.
  private static let current = AppleHosts(
    production: "https://api.storekit.apple.com",
    sandbox: "https://api.storekit-sandbox.apple.com")

  /// The hosts before them, still served.
  private static let older = AppleHosts(
    production: "https://api.storekit.itunes.apple.com",
    sandbox: "https://api.storekit-sandbox.itunes.apple.com")

  /// The hosts of the Server API in the order in which they are tried.
  package static let serverAPI = [current, older]

  /// https://developer.apple.com/documentation/appstorereceipts/verifyreceipt
  package static let verifyReceipt = AppleHosts(
    production: "https://buy.itunes.apple.com", sandbox: "https://sandbox.itunes.apple.com")

  package init(production: String, sandbox: String) {
    self.production = Self.withoutSlash(production)
    self.sandbox = Self.withoutSlash(sandbox)
  }

  /// Uses one address for both environments, as a simulated App Store does.
  package init(url: String) {
    self.init(production: url, sandbox: url)
  }

  /// Returns these hosts with other addresses for some environments.
  package func replacing(_ urls: [ServerAPIEnvironment: String]) -> AppleHosts {
    AppleHosts(
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

extension [AppleHosts] {
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
