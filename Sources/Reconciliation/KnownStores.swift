package import Intake
package import Ledger
package import Postgres

/// The condition under which Apple can be asked about a store.
package enum StoreReach: Hashable, Sendable {
  /// The app has a key for the Server API.
  case askable
  /// The settings name the store, without a key for the Server API.
  case withoutKey
  /// A purchase of the store is recorded, and the settings do not name the store.
  case notConfigured
}

/// A store that the ledger knows, by its settings or by a recorded purchase.
package struct KnownStore: Hashable, Sendable {
  package let endpoint: StoreEndpoint
  package let reach: StoreReach
}

/// The stores that the ledger knows. Xcode's is left out, because Apple has no Server API for it.
package struct KnownStores: Sendable {
  private let pool: Pool
  private let lanes: [Int16]
  private let apps: [ConfiguredApp]
  private let askable: Set<BundleID>

  /// - Parameter askable: the apps with a key for the Server API.
  package init(
    _ pool: Pool, lanes: [Int16], apps: [ConfiguredApp], askable: Set<BundleID>
  ) {
    self.pool = pool
    self.lanes = lanes
    self.apps = apps
    self.askable = askable
  }

  /// The stores of the settings, in their order.
  var configured: [KnownStore] {
    apps.flatMap { app in
      StoreEnvironment.ofApple.filter(app.environments.contains).map {
        KnownStore(
          endpoint: StoreEndpoint(app.bundleID, $0),
          reach: askable.contains(app.bundleID) ? .askable : .withoutKey)
      }
    }
  }

  /// Returns the stores of the settings, then the others of which a purchase is recorded.
  package func all() async throws -> [KnownStore] {
    let recorded = try await pool.withConnection { [lanes] connection in
      try await connection.query(.knownStoresRead, lanes)
    }.decode((BundleID, StoreEnvironment).self).map { StoreEndpoint($0, $1) }
    let configured = configured
    let named = Set(configured.map(\.endpoint))
    return configured
      + recorded.filter {
        !named.contains($0) && StoreEnvironment.ofApple.contains($0.environment)
      }.map { KnownStore(endpoint: $0, reach: .notConfigured) }
  }

  /// Remembers the stores of purchases that a lane recorded.
  static func remember(
    _ stores: Set<StoreEndpoint>, in lane: Int16, on connection: isolated Connection
  ) throws {
    guard !stores.isEmpty else { return }
    let stores = Array(stores)
    try connection.post(
      .knownStoresWrite, lane, stores.map(\.bundleID.rawValue), stores.map(\.environment.rawValue))
  }
}
