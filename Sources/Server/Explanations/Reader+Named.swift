import Ledger
import Projections

extension Reader {
  /// Throws a failure if no event names the account, since its name may be misspelled. An account
  /// that has nothing is another thing.
  func requireNamed(_ key: AccountKey) async throws {
    guard try await !isNamed(key) else { return }
    throw Failure(
      "no event names the account \(key.account) of \(key.bundleID) in "
        + "\(key.environment.rawValue): check its spelling, --app and --environment")
  }
}
