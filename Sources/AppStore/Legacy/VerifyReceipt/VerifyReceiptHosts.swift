/// The base URLs of `verifyReceipt`, one per environment, without a trailing slash.
///
/// https://developer.apple.com/documentation/appstorereceipts/verifyreceipt
package struct VerifyReceiptHosts: Sendable, Hashable {
  package let production: String
  package let sandbox: String

  package static let apple = VerifyReceiptHosts(
    production: "https://buy.itunes.apple.com", sandbox: "https://sandbox.itunes.apple.com")

  package init(production: String, sandbox: String) {
    self.production = Self.withoutSlash(production)
    self.sandbox = Self.withoutSlash(sandbox)
  }

  /// Uses one address for both environments, as a simulated App Store does.
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
