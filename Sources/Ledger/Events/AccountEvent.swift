/// An event of an account: claims, aliases, coins, consent and erasure.
package enum AccountEvent: Hashable, Sendable {
  case chainClaimed(ChainClaimed)
  case accountErased(AccountErased)
  case coinsMoved(CoinsMoved)
  case accountAliased(AccountAliased)
  case aliasClaimed(AliasClaimed)
  case consentChanged(ConsentChanged)

  package var content: any EventContent {
    switch self {
    case .chainClaimed(let content): content
    case .accountErased(let content): content
    case .coinsMoved(let content): content
    case .accountAliased(let content): content
    case .aliasClaimed(let content): content
    case .consentChanged(let content): content
    }
  }
}
