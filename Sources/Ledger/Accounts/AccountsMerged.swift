/// A merge of one account into another, or its undo, recorded in the streams of both accounts.
///
/// Chains and tokens of `from` follow by name. The whole balance of each coin moves as one pair of
/// entries, and later refunds of the moved credits are taken from `into`. An undo moves exactly the
/// same amounts back.
package struct AccountsMerged: EventContent, Codable {
  /// The whole balance of a coin, negative for debt.
  package struct Balance: Hashable, Sendable, Codable {
    package let coin: Coin
    package let amount: Int64

    package init(coin: Coin, amount: Int64) {
      self.coin = coin
      self.amount = amount
    }
  }

  /// A credit that `from` had, as its wallet knew it.
  package struct Credit: Hashable, Sendable, Codable {
    package let grant: GrantID
    package let amount: Int64
    package let takenBack: Int64
    package let revision: Int64

    package init(grant: GrantID, amount: Int64, takenBack: Int64, revision: Int64) {
      self.grant = grant
      self.amount = amount
      self.takenBack = takenBack
      self.revision = revision
    }
  }

  package let environment: StoreEnvironment
  package let bundleID: BundleID
  /// The account in whose stream this copy is recorded: `from` or `into`.
  package let account: AccountReference
  package let from: AccountReference
  package let into: AccountReference
  package let isUndone: Bool
  /// The number of the merge or undo within the stream of `from`: 1, 2, 3 …
  package let number: Int
  /// The balances that move from `from` to `into`, or back.
  package let balances: [Balance]
  package let credits: [Credit]
  /// The names of `from`, which are names of `into` while the merge stands.
  package let names: [AccountReference]
  package let key: IdempotencyKey?
  package let author: String?
  package let reason: String?
  package let decidedAt: Instant

  package init(
    environment: StoreEnvironment, bundleID: BundleID, account: AccountReference,
    from: AccountReference, into: AccountReference, isUndone: Bool, number: Int,
    balances: [Balance], credits: [Credit], names: [AccountReference], key: IdempotencyKey? = nil,
    author: String? = nil, reason: String? = nil, decidedAt: Instant
  ) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.from = from
    self.into = into
    self.isUndone = isUndone
    self.number = number
    self.balances = balances
    self.credits = credits
    self.names = names
    self.key = key
    self.author = author
    self.reason = reason
    self.decidedAt = decidedAt
  }

  /// Returns the copy for the stream of the other account.
  package func copy(for account: AccountReference) -> AccountsMerged {
    AccountsMerged(
      environment: environment, bundleID: bundleID, account: account, from: from, into: into,
      isUndone: isUndone, number: number, balances: balances, credits: credits, names: names,
      key: key, author: author, reason: reason, decidedAt: decidedAt)
  }

  package static var type: EventType { .accountsMerged }
  package var stream: StreamID { .account(account) }
  package var assertedAt: Instant { decidedAt }
  package var subject: AccountReference? { into }
  package var accounts: Set<AccountReference> { [from, into] }

  package var digest: Digest {
    var form = CanonicalForm(24)
    form.add(1, environment.rawValue)
    form.add(3, bundleID)
    form.add(6, decidedAt)
    form.add(10, account.key)
    form.add(41, key)
    form.add(46, reason)
    form.add(47, author)
    form.add(53, Int64(number))
    form.add(62, from.key)
    form.add(65, into.key)
    form.add(66, isUndone)
    for balance in balances {
      form.add(36, balance.coin)
      form.add(37, balance.amount)
    }
    for credit in credits {
      form.add(44, credit.grant.key)
      form.add(37, credit.amount)
      form.add(67, credit.takenBack)
      form.add(48, credit.revision)
    }
    for name in names { form.add(50, name.key) }
    return form.digest
  }
}
