import EventStore
package import Ledger

extension Intake {
  /// Declares the cut-over date from which this ledger grants the coins of an app's purchases.
  /// Coins of earlier purchases were granted externally. A repetition changes nothing. Returns the
  /// valid declaration after the commit.
  @discardableResult
  package func declare(
    before moment: Instant, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> CutOverDeclared {
    let current = try await cutOvers().current(in: bundleID, environment: environment)
    if let current, current.before == moment { return current }
    let cutOver = CutOverDeclared(
      bundleID: bundleID, environment: environment, before: moment, decidedAt: now())
    _ = try await append([NewEvent(.shared(.cutOverDeclared(cutOver)))])
    return cutOver
  }

  /// Returns every declared cut-over date.
  package func cutOvers() async throws -> CutOvers {
    SharedState(try await log.shared()).cutOvers
  }
}
