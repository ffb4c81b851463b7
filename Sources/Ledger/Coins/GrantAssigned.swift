/// The decision that a grant made earlier belongs to an account from now on, or that it waits for room in the
/// wallet of its account. The coins are taken back from the account that had them before.
package struct GrantAssigned: EventContent, Codable {
  package enum Cause: String, Sendable, Codable, CaseIterable {
    /// The grant waited without an account, and one was found.
    case found
    /// The account had the chain by a link by id only, and lost it.
    case linkLost
    /// An operator moved the coins together with the chain.
    case moved
    /// An operator undid such a move.
    case undone
    /// A token that names another account was learned after the grant was made.
    case tokenLearned
    /// The account was erased, and the chain has its next owner.
    case ownerErased
    /// The account turned out to be a name of another one.
    case aliased
    /// The account was merged into another one.
    case merged
    /// Such a merge was undone.
    case separated
    /// The account stays, but its wallet has no room for what the grant gives or gives back.
    case full
    /// The wallet has followed the grant since.
    case fits

    /// True for a decision about the wallet, which leaves the grant with its account.
    var isOfWallet: Bool { self == .full || self == .fits }
  }

  package let chain: ChainID
  package let grant: GrantID
  package let transactionID: TransactionID
  /// The account from now on; nil if the coins wait for an account.
  package let account: AccountReference?
  /// The account until now; nil if the coins waited.
  package let from: AccountReference?
  package let cause: Cause
  /// The number of the assignment of this grant: 1, 2, 3 …
  package let number: Int
  /// The operator who decided; nil for a decision by the rules.
  package let author: String?
  package let reason: String?
  package let decidedAt: Instant

  package init(
    of grant: GrantMade, to account: AccountReference?, from: AccountReference?, cause: Cause,
    number: Int, author: String? = nil, reason: String? = nil, decidedAt: Instant
  ) {
    chain = grant.chain
    self.grant = grant.id
    transactionID = grant.transactionID
    self.account = account
    self.from = from
    self.cause = cause
    self.number = number
    self.author = author
    self.reason = reason
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .grantAssigned }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account ?? from }
  package var accounts: Set<AccountReference> { Set([account, from].compactMap(\.self)) }

  package var digest: Digest {
    var form = CanonicalForm(22)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(4, transactionID)
    form.add(6, decidedAt)
    form.add(10, account?.key)
    form.add(44, grant.key)
    form.add(46, reason)
    form.add(47, author)
    form.add(51, cause.rawValue)
    form.add(53, Int64(number))
    form.add(62, from?.key)
    return form.digest
  }
}
