package import Foundation

extension ChainOwners {
  /// The owner that the present rules would give a chain whose owner was recorded before them; nil
  /// for any other chain. Posts were not recorded then, so the first poster is taken as recorded.
  package var ownerByPresentRules: ChainOwner? {
    guard firstOwner != nil, changes.allSatisfy({ $0.rules == nil }) else { return nil }
    return state.latestSpeech.map { .token($0.token) } ?? owner
  }

  /// The token that names the owner, as Apple signed it; nil for any other owner.
  package var signedToken: UUID? {
    guard let token = owner.token, let bundleID else { return nil }
    return state.transactions.values.compactMap(\.purchase.appAccountToken).first {
      AccountReference(chain.environment, bundleID, AccountID(token: $0)) == token
    }
  }

  /// The accounts that have coins of the chain now, with what is not taken back; nil for coins that
  /// wait for an account.
  package var holdings: [(account: AccountReference?, coin: Coin, amount: Int64)] {
    book.statuses.map { ($0.account, $0.grant.coin, $0.grant.amount - $0.takenBack) }
      .filter { $0.2 > 0 }
  }
}
