/// An event of an account: claims, aliases, merges, coins, consent, promotions and erasure.
package enum AccountEvent: Hashable, Sendable {
  case chainClaimed(ChainClaimed)
  case accountErased(AccountErased)
  case coinsMoved(CoinsMoved)
  case accountAliased(AccountAliased)
  case aliasClaimed(AliasClaimed)
  case consentChanged(ConsentChanged)
  case tokenWithdrawn(TokenWithdrawn)
  case accountsMerged(AccountsMerged)
  case promotionGranted(PromotionGranted)
  case promotionWithdrawn(PromotionWithdrawn)

  package var content: any EventContent {
    switch self {
    case .chainClaimed(let content): content
    case .accountErased(let content): content
    case .coinsMoved(let content): content
    case .accountAliased(let content): content
    case .aliasClaimed(let content): content
    case .consentChanged(let content): content
    case .tokenWithdrawn(let content): content
    case .accountsMerged(let content): content
    case .promotionGranted(let content): content
    case .promotionWithdrawn(let content): content
    }
  }

  package var topic: AccountTopic {
    switch self {
    case .chainClaimed(let claim): .claim(claim)
    case .accountErased(let erasure): .erasure(erasure)
    case .coinsMoved(let movement): .coins(movement)
    case .accountAliased(let decision): .alias(.decided(decision))
    case .aliasClaimed(let claim): .alias(.claimed(claim))
    case .consentChanged(let change): .consent(change)
    case .tokenWithdrawn(let withdrawal): .alias(.withdrawn(withdrawal))
    case .accountsMerged(let merge): .alias(.merged(merge))
    case .promotionGranted(let grant): .promotion(.granted(grant))
    case .promotionWithdrawn(let withdrawal): .promotion(.withdrawn(withdrawal))
    }
  }
}

/// An event of an account by its topic. A rule switches over the topics that it knows, so that a new
/// kind of event concerns the rules of its topic only.
package enum AccountTopic: Hashable, Sendable {
  case claim(ChainClaimed)
  case erasure(AccountErased)
  case coins(CoinsMoved)
  case alias(AliasEvent)
  case consent(ConsentChanged)
  case promotion(PromotionEvent)
}

/// An event about an alias of an account, from the stream of the alias or of the account.
package enum AliasEvent: Hashable, Sendable {
  case decided(AccountAliased)
  case claimed(AliasClaimed)
  case withdrawn(TokenWithdrawn)
  case merged(AccountsMerged)
}

/// An event about a promotional entitlement of an account.
package enum PromotionEvent: Hashable, Sendable {
  case granted(PromotionGranted)
  case withdrawn(PromotionWithdrawn)
}
