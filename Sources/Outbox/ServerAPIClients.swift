package import AppStore
package import Ledger

/// Who asks Apple, for each app that has a key for the Server API.
package struct ServerAPIClients: Sendable {
  private let clients: [BundleID: ServerAPIClient]

  package init(_ clients: [BundleID: ServerAPIClient] = [:]) {
    self.clients = clients
  }

  package func client(for app: BundleID) -> ServerAPIClient? { clients[app] }

  /// The apps of which Apple can be asked.
  package var apps: Set<BundleID> { Set(clients.keys) }
}
