import EventStore
package import Ledger

extension Intake {
  /// Declares from when on this ledger grants the coins of an app's purchases: what was bought before was
  /// delivered elsewhere. The same again changes nothing. Returns after the commit, with the one that
  /// stands.
  @discardableResult
  package func declare(
    before moment: Instant, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> OpeningDeclared {
    let standing = try await openings().standing(in: bundleID, environment: environment)
    if let standing, standing.before == moment { return standing }
    let opening = OpeningDeclared(
      bundleID: bundleID, environment: environment, before: moment, decidedAt: now())
    _ = try await append([NewEvent(.openingDeclared(opening))])
    return opening
  }

  /// Every opening that was declared.
  package func openings() async throws -> Openings {
    Commons(try await log.commons()).openings
  }
}
