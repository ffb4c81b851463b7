import EventStore
import Ledger

/// An account that wants a chain: by a post or an address that names it, or by the `appAccountToken` in
/// what Apple signed.
struct Claim: Hashable, Sendable {
  enum Origin: Sendable {
    /// Claims again whenever it is said.
    case named
    /// Claims each chain once: an old copy of a fact is no new claim. Where the chain is another's, that it
    /// claimed is recorded after the policy has spoken: until then it claims again.
    case token
  }

  let chain: ChainID
  let bundleID: BundleID
  let account: AccountReference
  let origin: Origin

  /// Its two events, in the chain's stream and in the account's.
  func events(at moment: Instant) -> [NewEvent] {
    [
      NewEvent(
        .chainOwned(
          ChainOwned(chain: chain, bundleID: bundleID, account: account, decidedAt: moment))),
      NewEvent(claimed(at: moment), followsNew: origin == .token),
    ]
  }

  /// That it claimed, in the account's stream.
  func claimed(at moment: Instant) -> LedgerEvent {
    .chainClaimed(
      ChainClaimed(chain: chain, bundleID: bundleID, account: account, claimedAt: moment))
  }

  /// Whether somebody else owns the chain already, so that the app's policy has to say what becomes of
  /// it.
  ///
  /// - Parameter outcomes: what became of its two events.
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

extension Claim {
  /// The claims of the tokens in a fact, each once and in the order given.
  static func claims(
    of tokens: [AccountID], on chain: ChainID, _ bundleID: BundleID
  ) -> [Claim] {
    var claims: [Claim] = []
    for token in tokens {
      let claim = Claim(
        chain: chain, bundleID: bundleID,
        account: AccountReference(chain.environment, bundleID, token), origin: .token)
      if !claims.contains(claim) { claims.append(claim) }
    }
    return claims
  }
}
