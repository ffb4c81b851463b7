import Hummingbird
import Ledger
import Projections

/// The player whom a write names, in the environments that the write is about.
struct NamedPlayer: Sendable {
  let account: AccountID
  let bundleID: BundleID
  /// At least one, Production first.
  let environments: [StoreEnvironment]

  var keys: [AccountKey] {
    environments.map { AccountKey(environment: $0, bundleID: bundleID, account: account) }
  }
}

extension ReadService {
  /// Returns the player whom the address of a write names: in the environment of the parameter, or in every one
  /// of the app that the key reaches. Throws a problem if the key reaches none of them.
  func player(_ context: APIContext, _ query: Query) throws -> NamedPlayer {
    let (app, environments) = try places(context, query, ofAllIf: { $0[.environment] == nil })
    return NamedPlayer(
      account: try AccountID(in: context), bundleID: app, environments: environments)
  }

  /// Returns the player whom the address of a write names. A new name follows the rule for names.
  func writtenPlayer(_ context: APIContext, _ query: Query) async throws -> NamedPlayer {
    let player = try player(context, query)
    try await check(player.account, of: [player.bundleID])
    return player
  }
}
