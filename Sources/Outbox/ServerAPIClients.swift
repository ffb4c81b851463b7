package import AppStore
package import Ledger

/// Who asks Apple, for each app that has a key for the Server API.
package struct ServerAPIClients: Sendable {
  private let clients: [BundleID: ServerAPIClient]

  package init(_ clients: [BundleID: ServerAPIClient] = [:]) {
    self.clients = clients
  }

  package func client(for app: BundleID) throws(ServerAPIKeyMissing) -> ServerAPIClient {
    guard let client = clients[app] else { throw ServerAPIKeyMissing() }
    return client
  }

  /// The apps of which Apple can be asked.
  package var apps: Set<BundleID> { Set(clients.keys) }
}

/// An app has no key for Apple's Server API.
package struct ServerAPIKeyMissing: Error {}
