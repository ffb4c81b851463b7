/// The decision that a chain belongs to other owners from now on.
package struct OwnershipChanged: EventContent, Codable {
  package enum Cause: String, Sendable, Codable, CaseIterable {
    /// A restore made another account the only owner.
    case transferred
    /// A restore added an owner to the present ones.
    case shared
    /// An operator assigned the chain.
    case assigned
    /// An operator undid the last change.
    case undone
    /// The chain replaced another one, whose owners it has.
    case inherited
    /// The token that named the owner was withdrawn; the owner keeps the chain.
    case kept
    /// The owner was erased; the chain waits for the next claim.
    case erased
    /// The first post after such an erasure, or under a freed token, took the chain.
    case claimed
  }

  package let chain: ChainID
  /// The number of the rules since owners follow signed tokens.
  package static let presentRules = 2

  /// All owners from now on, sorted; empty if the chain waits for a claim.
  package let owners: [AccountReference]
  /// The account that the change concerns: the claimant, the assignee, or the account of the undone
  /// change.
  package let account: AccountReference
  package let cause: Cause
  /// The operator who decided; nil for a claim.
  package let author: String?
  package let reason: String?
  /// The number of the rules that decided; nil for a decision before rules had numbers. No token
  /// outranks such a decision.
  package let rules: Int?
  package let decidedAt: Instant

  package init(
    chain: ChainID, owners: some Sequence<AccountReference>,
    account: AccountReference, cause: Cause, author: String? = nil, reason: String? = nil,
    rules: Int? = presentRules, decidedAt: Instant
  ) {
    self.chain = chain
    self.owners = Set(owners).sorted()
    self.account = account
    self.cause = cause
    self.author = author
    self.reason = reason
    self.rules = rules
    self.decidedAt = decidedAt
  }

  package static var type: EventType { .ownershipChanged }
  package var stream: StreamID { .chain(chain) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { account }
  package var accounts: Set<AccountReference> { Set(owners).union([account]) }

  package var digest: Digest {
    var form = CanonicalForm(15)
    form.add(1, chain.environment.rawValue)
    form.add(2, chain.originalTransactionID)
    form.add(3, chain.bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(46, reason)
    form.add(47, author)
    for owner in owners { form.add(50, owner.key) }
    form.add(51, cause.rawValue)
    form.add(64, rules.map(Int64.init))
    return form.digest
  }
}
