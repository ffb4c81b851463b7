/// A fact about one transaction.
struct Transaction: Sendable {
  var item: OwnedItem
  /// The account that the token named first.
  var bound: String?
  /// True where the token was withdrawn before it named an account for this transaction.
  var late = false
}

/// An act that gives a chain to an account, other than a token's.
struct ModelledClaim: Sendable {
  enum Kind: Sendable, Equatable {
    /// The first signed post of a chain without owner (rule 3).
    case post
    /// A link by id, weak until the linker posts a signed item (rule 5).
    case link
    /// A restore under the policy `transfer`.
    case transfer
    /// A restore under the policy `share`.
    case share
    /// An operator's link.
    case assign
    /// An undo that could not simply drop a claim: it sets the former ownership.
    case returned(ModelledOwner)
  }

  var kind: Kind
  /// Empty for `returned`.
  var account: String
  var at: Int64
  /// The number of the operation that made the claim.
  var index: Int
}

/// The answer to "who owns this chain".
struct ModelledOwner: Sendable, Equatable {
  /// Accounts in the order of their claims. The first is the owner, the others share.
  var owners: [String] = []
  /// The token under which the chain waits.
  var waiting: String?
  /// True where a signed post takes the waiting chain, because the token is a withdrawn one.
  var open = false
  /// True where the owner is a linker without a signed post.
  var provisional = false

  /// True where the next signed post takes the chain.
  var free: Bool { owners.isEmpty && (waiting == nil || open) }
}

/// The owners of a chain before one operation changed them.
struct Change: Sendable {
  var index: Int
  var former: ModelledOwner
}

/// All facts and claims of one chain.
struct Chain: Sendable {
  var transactions: [Transaction] = []
  var claims: [ModelledClaim] = []
  var changes: [Change] = []
  /// The chain that this chain replaces.
  var previous: String?
  /// The ledger's time of the last restore that moved the chain.
  var lastRestore: Int64?

  /// Transactions by purchaseDate. The id breaks a tie.
  var ordered: [Transaction] {
    transactions.sorted {
      ($0.item.purchaseDate, $0.item.transactionID) < ($1.item.purchaseDate, $1.item.transactionID)
    }
  }

  /// Transactions whose token speaks, by purchaseDate (rule 2).
  var speakers: [Transaction] {
    let all = ordered
    return all.indices.filter { i in
      guard let token = all[i].item.token else { return false }
      return all[i].item.isPurchase || i == 0 || all[i - 1].item.token != token
    }.map { all[$0] }
  }
}

extension OwnershipReplay {
  /// Joins one assertion with what is known of the transaction. A copy without token keeps the token.
  mutating func join(_ item: OwnedItem) {
    var chain = chains[item.chain] ?? Chain()
    chain.previous = item.previousChain ?? chain.previous
    let i = chain.transactions.firstIndex { $0.item.transactionID == item.transactionID }
    var transaction = i.map { chain.transactions[$0] } ?? Transaction(item: item)
    let formerToken = i == nil ? nil : transaction.item.token
    transaction.item = item
    transaction.item.token = item.token ?? formerToken
    if transaction.item.token != formerToken {
      transaction.bound = nil
      transaction.late = transaction.item.token.map(withdrawn.contains) ?? false
    }
    if let i { chain.transactions[i] = transaction } else { chain.transactions.append(transaction) }
    chains[item.chain] = chain
    bindTokens()
  }
}
