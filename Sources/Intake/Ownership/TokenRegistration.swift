import EventStore
import Foundation
import Ledger

/// A registration of a token to an account in one environment, read before its events are appended.
struct TokenRegistration: Sendable {
  let environment: StoreEnvironment
  let poster: Poster
  let token: AccountName
  /// The chains that the registration brings along.
  let waiting: Set<OriginalTransactionID>
  private let known: AccountAliases
  /// The chains that wait under the token since before it was freed.
  private let forgotten: Set<ChainID>

  /// True if the token names an account already, maybe this one, or is one itself.
  let isDecided: Bool

  init(
    of token: UUID, for account: AccountID, of bundleID: BundleID,
    in environment: StoreEnvironment, by accounts: AccountReader,
    _ ownership: ChainOwnerDecisions
  ) async throws {
    self.environment = environment
    poster = try await Poster(account, of: bundleID, in: environment, by: accounts)
    self.token = AccountName(environment, bundleID, AccountID(token: token))
    let name = self.token.reference
    known = try await accounts.aliases(of: [name])[0]
    isDecided = known.isKnown && known.account != poster.account
    forgotten =
      known.isKnown
      ? [] : try await accounts.chains(waitingUnder: name, freedAt: known.generation)
    waiting =
      isDecided
      ? []
      : Set(try await ownership.chains(waitingUnder: name))
        .union(forgotten.map(\.originalTransactionID))
  }

  var names: [AccountName] { [poster.name, token] }

  func events(at moment: Instant) -> [NewEvent] {
    isDecided
      ? poster.becomingKnown(at: moment)
      : poster.taking(known, waiting: forgotten, at: moment)
  }
}
