import EventStore
import HTTP
package import Ledger
import Projections

extension Composition {
  /// Lends the parts over a database whose schema is current.
  package static func with<Result: Sendable>(
    _ settings: Settings, _ body: (Composition) async throws -> Result
  ) async throws -> Result {
    try await with(settings, by: TrustedFiles(settings), body)
  }

  /// Lends the parts, together with the app that a command is about.
  package static func with<Result: Sendable>(
    _ settings: Settings, app: String?,
    _ body: (Composition, BundleID) async throws -> Result
  ) async throws -> Result {
    let trust = try TrustedFiles(settings)
    let bundleID = try trust.apps.named(app)
    return try await with(settings, by: trust) { try await body($0, bundleID) }
  }

  /// Throws if a command may not give an account this name.
  package func requireName(_ account: AccountID, of bundleID: BundleID) async throws {
    if let fault = try await reader.fault(recording: account, of: [bundleID]) {
      throw WrongUsage("account \(fault)")
    }
  }

  private static func with<Result: Sendable>(
    _ settings: Settings, by trust: TrustedFiles, _ body: (Composition) async throws -> Result
  ) async throws -> Result {
    let keyring = try KeyringFile(settings).keyring
    return try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let parts = try await Composition(trust, keyring, on: database, logger: .quiet)
      return try await parts.log.closing { try await body(parts) }
    }
  }
}
