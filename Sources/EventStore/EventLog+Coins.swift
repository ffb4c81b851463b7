package import Ledger
import Postgres

extension EventLog {
  /// Returns the coins of an app that were ever spent, reserved or adjusted here. Reads the whole log:
  /// for rare questions.
  package func coinsUsed(in bundleID: BundleID) async throws -> Set<Coin> {
    let rows = try await lookups.withConnection { [lanes] connection in
      try await connection.query(
        .coinsUsed, lanes, bundleID.rawValue, EventType.coinsMoved.rawValue)
    }
    return Set(try rows.decode(Coin.self))
  }
}
