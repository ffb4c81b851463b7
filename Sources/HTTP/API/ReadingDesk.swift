import Hummingbird
import Intake
import Ledger
import Projections

/// What all reads share: whom and when they are about, and how long to wait for a write.
struct ReadingDesk: Sendable {
  private static let patience: Duration = .seconds(5)

  let apps: [ConfiguredApp]
  let reader: Reader
  let now: @Sendable () -> Instant

  /// The account an address names, in the app and environment of its parameters.
  func account(_ context: APIContext, _ query: Query) throws -> AccountKey {
    AccountKey(
      environment: try query.environment() ?? .production, bundleID: try app(query),
      account: try AccountID(in: context))
  }

  func moment(_ query: Query) throws -> Instant {
    try query.at() ?? now()
  }

  /// Waits until the answer covers `minPosition`, for at most five seconds.
  ///
  /// - Parameter name: what the answer is made of.
  func wait(_ query: Query, for name: ProjectionName = .chains) async throws {
    guard let position = try await minPosition(query) else { return }
    try await reader.wait(for: position, within: Self.patience, by: name)
  }

  /// The app named; by default the only one configured.
  func app(_ query: Query) throws(Problem) -> BundleID {
    if let named = try query.app(among: apps) { return named }
    guard apps.count == 1, let only = apps.first else {
      throw .badRequest(
        "app_required", "More than one app is configured; name one by `app=<bundle id>`.")
    }
    return only.bundleID
  }
}
