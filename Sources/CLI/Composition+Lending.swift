import Ledger

extension Composition {
  /// Lends the parts over a database whose schema is current, and tells the app a command is about.
  static func with<Result: Sendable>(
    _ settings: Settings, app: String?,
    _ body: (Composition, BundleID) async throws -> Result
  ) async throws -> Result {
    let (trust, keyring) = (try TrustedFiles(settings), try KeyringFile(settings).keyring)
    let bundleID = try trust.apps.named(app)
    return try await Database.with(settings) { database in
      try await database.bringUpToDate()
      return try await body(
        try await Composition(trust, keyring, on: database, logger: .quiet), bundleID)
    }
  }
}
