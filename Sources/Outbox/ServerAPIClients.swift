package import AppStore
package import Ledger

/// The clients of Apple's Server API, one for each app that has a key.
package struct ServerAPIClients: Sendable {
  private let clients: [BundleID: ServerAPIClient]

  package init(_ clients: [BundleID: ServerAPIClient] = [:]) {
    self.clients = clients
  }

  package func client(for app: BundleID) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    guard let client = clients[app] else { throw ServerAPIKeyMissing() }
    return client
  }

  /// The apps that Apple can be asked about.
  package var apps: Set<BundleID> { Set(clients.keys) }
}

/// An error for an app that has no key for Apple's Server API.
package struct ServerAPIKeyMissing: Error {}
