/// The status of a grant at a moment.
package struct GrantStatus: Hashable, Sendable {
  package let grant: GrantMade
  /// The account whose wallet receives the coins; nil while the coins wait for an account.
  package let account: AccountReference?
  /// The part of the grant's amount that was taken back in total.
  package let takenBack: Int64
  /// The position in the chain's lane of which this is the status; of two statuses the one with the
  /// greater revision is current.
  package let revision: Int64
  /// True if the account had the grant before and has to give back the whole amount.
  package let isFormer: Bool
  /// True while the wallet of the account has no room for the grant.
  package let isFull: Bool
  /// The accounts that have or had the grant by the chain itself, and not by a merge of accounts.
  package private(set) var holders: Set<AccountReference>

  package init(
    grant: GrantMade, account: AccountReference?, takenBack: Int64, revision: Int64,
    isFormer: Bool = false, isFull: Bool = false, holders: Set<AccountReference> = []
  ) {
    self.grant = grant
    self.account = account
    self.takenBack = takenBack
    self.revision = revision
    self.isFormer = isFormer
    self.isFull = isFull
    self.holders = holders
  }

  /// Returns the status with the accounts that have or had the grant.
  func held(by holders: Set<AccountReference>) -> GrantStatus {
    var status = self
    status.holders = holders
    return status
  }
}

/// The state of a grant for a game that requests the coins to book.
package enum GrantState: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coins wait for an account, for room in its wallet, or for the acknowledgement of a game that keeps
  /// them; some may have been taken back.
  case pending
  /// The coins are in the wallet here.
  case credited
  case acknowledged
  /// The whole amount was taken back, whether acknowledged or not.
  case revoked

  /// Creates the state of a grant. Coins of an undeclared coin are credited here and are pending for the
  /// game too, as they were before coins were declared. Coins that were delivered elsewhere are
  /// acknowledged.
  package init(
    _ grant: GrantMade, revokedAmount: Int64, hasAccount: Bool, isFull: Bool = false,
    isAcknowledged: Bool
  ) {
    if revokedAmount == grant.amount {
      self = .revoked
    } else if grant.isDeliveredElsewhere {
      self = .acknowledged
    } else if grant.wallet == .daicho {
      self = hasAccount && !isFull ? .credited : .pending
    } else {
      self = isAcknowledged ? .acknowledged : .pending
    }
  }
}
