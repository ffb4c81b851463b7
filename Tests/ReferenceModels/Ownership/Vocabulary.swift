/// The app's settings. They stay fixed for one history.
package struct OwnershipSettings: Sendable, Equatable {
  /// The policy for a restore of a chain that another account owns (rule 5).
  package enum Link: Sendable, Equatable {
    case transfer(coolDownMilliseconds: Int64)
    case share
    case firstWins
  }

  /// The policy for unregistered tokens in posts (rule 4).
  package enum Tokens: Sendable, Equatable {
    case account
    case alias
  }

  package var link: Link
  package var tokens: Tokens
  package var guestsMax: Int

  package init(
    link: Link = .transfer(coolDownMilliseconds: 86_400_000), tokens: Tokens = .account,
    guestsMax: Int = 20
  ) {
    self.link = link
    self.tokens = tokens
    self.guestsMax = guestsMax
  }
}

/// One transaction as Apple signed it, reduced to the fields that decide ownership.
package struct OwnedItem: Sendable, Equatable {
  package enum Kind: Sendable, Equatable, CaseIterable {
    case consumable, nonConsumable, subscription
  }

  package var chain: String
  package var transactionID: String
  package var purchaseDate: Int64
  /// The `appAccountToken`.
  package var token: String?
  /// True for `transactionReason` PURCHASE, false for RENEWAL.
  package var isPurchase: Bool
  package var kind: Kind
  package var familyShared: Bool
  /// The `previousOriginalTransactionId`.
  package var previousChain: String?

  package init(
    chain: String, transactionID: String, purchaseDate: Int64, token: String? = nil,
    isPurchase: Bool = true,
    kind: Kind = .subscription, familyShared: Bool = false, previousChain: String? = nil
  ) {
    self.chain = chain
    self.transactionID = transactionID
    self.purchaseDate = purchaseDate
    self.token = token
    self.isPurchase = isPurchase
    self.kind = kind
    self.familyShared = familyShared
    self.previousChain = previousChain
  }
}

/// One request or message that the ledger receives.
package enum Operation: Sendable, Equatable {
  /// A notification, a sweep, or a post without an account.
  case told(OwnedItem)
  case posted(account: String, item: OwnedItem, restore: Bool)
  /// Any other write under an account's name, such as `resume`.
  case write(account: String)
  case register(token: String, account: String)
  case withdraw(token: String)
  /// The player's `POST …/purchases`.
  case linkByID(account: String, chain: String)
  /// The operator's `accounts link`.
  case assign(account: String, chain: String)
  /// The operator's undo of the last change of a chain's owners.
  case undoLink(chain: String)
  case erase(account: String)
  case merge(from: String, into: String)
  case undoMerge(from: String, into: String)
}

/// A reason for refusing a request. The contract names the first group only.
package enum Rejection: String, Sendable, Equatable {
  case ownedByAnotherAccount = "owned_by_another_account"
  case tokenNotRegistered = "token_not_registered"
  case nothingToRestore = "nothing_to_restore"
  case alreadyMerged = "already_merged"
  case isTarget = "is_target"
  case mergedInto = "merged_into"
  case unknownAccount = "unknown_account"

  // The contract gives no code for these cases.
  case tokenOfAnotherAccount = "token_of_another_account"
  case nameOfAnotherAccount = "name_of_another_account"
  case unknownChain = "unknown_chain"
  case nothingToUndo = "nothing_to_undo"
  case sameAccount = "same_account"
  case tooManyGuests = "too_many_guests"
  case notMerged = "not_merged"
}

/// The ledger's reply to an operation.
package enum Answer: Sendable, Equatable {
  /// Success of every operation except a post.
  case ok
  /// Success of a post, with the poster's account. `owner` is never nil in this model.
  case settled(owner: String?)
  case rejected(Rejection)

  package var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }
}
