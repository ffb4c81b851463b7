/// A grant of a transaction's coins to an account.
struct ModelledCoin: Sendable {
  var account: String
  /// True while the grant rests on a link by id without a signed post.
  var provisional: Bool
  /// True once the account is erased. The coins stay with it.
  var closed = false
}

extension OwnershipReplay {
  /// Decides every grant that names no account yet, and takes back those of linkers who lost the chain.
  mutating func decideCoins(after operation: Operation) {
    for name in chains.keys.sorted() {
      for transaction in chains[name]!.ordered {
        let id = transaction.item.transactionID
        if let coin = coins[id] {
          guard coin.provisional, !coin.closed else { continue }
          reviewProvisionalCoin(id, coin, chain: name, after: operation)
        }
        if coins[id] == nil { coins[id] = coin(of: transaction, in: name) }
      }
    }
  }

  /// Keeps, fixes or takes back a grant that rests on a link by id (rule 5).
  private mutating func reviewProvisionalCoin(
    _ id: String, _ coin: ModelledCoin, chain: String, after operation: Operation
  ) {
    let present = ownership(of: chain)
    let stillHolds = present.owners.first == coin.account
    if stillHolds, present.provisional { return }
    switch operation {
    case .assign, .undoLink, .erase:
      coins[id]?.provisional = false
    default:
      if stillHolds { coins[id]?.provisional = false } else { coins[id] = nil }
    }
  }

  /// Returns the grant that rules 2 and 3 give at this moment; nil where it has to wait.
  private func coin(of transaction: Transaction, in name: String) -> ModelledCoin? {
    let token = transaction.late && transaction.bound == nil ? nil : transaction.item.token
    guard let token else {
      let present = ownership(of: name)
      guard let owner = present.owners.first, present.waiting == nil else { return nil }
      return ModelledCoin(account: merged(owner), provisional: present.provisional)
    }
    let account = receiverOfMove(before: transaction, under: token, in: name) ?? transaction.bound
    return account.map { ModelledCoin(account: merged($0), provisional: false) }
  }

  /// Returns the receiver of the last move between the token's last speech and the transaction's purchaseDate.
  private func receiverOfMove(before transaction: Transaction, under token: String, in name: String)
    -> String?
  {
    guard let chain = chains[name] else { return nil }
    let item = transaction.item
    let speech = chain.speakers.last {
      $0.item.token == token
        && ($0.item.purchaseDate, $0.item.transactionID) <= (item.purchaseDate, item.transactionID)
    }
    guard let speech else { return nil }
    return chain.claims.filter { speech.item.purchaseDate < $0.at && $0.at <= item.purchaseDate }
      .compactMap { claim in
        switch claim.kind {
        case .transfer, .assign: claim.account
        case .returned(let former): former.owners.first
        case .post, .link, .share: nil
        }
      }.last
  }

  /// Leaves the coins of erased accounts with the name that held them.
  mutating func closeCoins(of erased: Set<String>) {
    for (id, coin) in coins where erased.contains(coin.account) && !coin.closed {
      coins[id] = ModelledCoin(account: merged(coin.account), provisional: false, closed: true)
    }
  }
}
