import EventStore
import Ledger

/// An account's claim on a chain. The claim comes from a post or a request that names the account,
/// or from the `appAccountToken` in a payload that Apple signed.
struct OwnershipClaim: Hashable, Sendable {
  enum Origin: Sendable {
    /// A named account. It claims again with every request.
    case named
    /// A token, which claims each chain once: an old copy of a fact is no new claim. If another
    /// account owns the chain, the claim is recorded only after the policy has decided. Until then
    /// the token claims again.
    case token
  }

  let chain: ChainID
  let bundleID: BundleID
  let account: AccountReference
  let origin: Origin

  /// Returns the claim's two events, one in the chain's stream and one in the account's.
  func events(at moment: Instant) -> [NewEvent] {
    [
      NewEvent(
        .chain(
          .chainOwned(
            ChainOwned(chain: chain, bundleID: bundleID, account: account, decidedAt: moment)))),
      NewEvent(claimed(at: moment), followsNew: origin == .token),
    ]
  }

  /// Returns the event in the account's stream that records the claim.
  func claimed(at moment: Instant) -> LedgerEvent {
    .account(
      .chainClaimed(
        ChainClaimed(chain: chain, bundleID: bundleID, account: account, claimedAt: moment)))
  }

  /// Returns true if another account owns the chain already, so the app's policy has to decide.
  ///
  /// - Parameter outcomes: the outcomes of the claim's two events.
  func isContested(_ outcomes: ArraySlice<Appended.Outcome>) -> Bool {
    guard let owned = outcomes.first, let claimed = outcomes.last else { return false }
    switch origin {
    case .named: return owned.isDuplicate
    case .token:
      if case .withheld = claimed { return true }
      return false
    }
  }
}

extension OwnershipClaim {
  /// Returns the claims of the tokens in a fact, without repetitions and in the given order.
  static func claims(
    of tokens: [AccountID], on chain: ChainID, _ bundleID: BundleID
  ) -> [OwnershipClaim] {
    var claims: [OwnershipClaim] = []
    for token in tokens {
      let claim = OwnershipClaim(
        chain: chain, bundleID: bundleID,
        account: AccountReference(chain.environment, bundleID, token), origin: .token)
      if !claims.contains(claim) { claims.append(claim) }
    }
    return claims
  }
}
