import Foundation
import Postgres

/// A database outside of the ledgers' homes.
protocol SharedDatabase: Sendable {
  /// The `DATABASE_URL` of a ledger.
  var url: String { get }
  /// The file of master keys, the same for all ledgers.
  var masterKeyFile: URL { get }

  /// Lends a session as the owner of the database.
  func withConnection<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer
}
