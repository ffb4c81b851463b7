extension OwnershipReplay {
  /// Returns the target of a merged account, otherwise the account itself.
  func merged(_ account: String) -> String {
    merges[account] ?? account
  }

  /// Makes the account behind a request's name known, without following a merge (rule 1).
  mutating func admitUnmerged(_ name: String) -> String {
    let account = registered[name] ?? name
    if known.insert(account).inserted { withdrawn.remove(account) }
    bindTokens()
    return account
  }

  /// Makes the account known for which a request under a name acts, and returns that account.
  mutating func admit(_ name: String) -> String {
    merged(admitUnmerged(name))
  }

  /// Registers a token (rule 1).
  mutating func register(_ token: String, for name: String) -> Answer {
    let account = admit(name)
    if let present = self.account(of: token) {
      if present == account { return .ok }
      return .rejected(registered[token] == nil ? .nameOfAnotherAccount : .tokenOfAnotherAccount)
    }
    registered[token] = account
    withdrawn.remove(token)
    return .ok
  }

  /// Withdraws a registered token or alias (rule 7). Chains that the token gave away keep their owner.
  mutating func withdraw(_ token: String) {
    guard registered.removeValue(forKey: token) != nil else { return }
    withdrawn.insert(token)
    markLateTransactions()
  }

  /// Turns an unregistered token of a post into an alias of the poster where the app says so (rule 4).
  mutating func noteCarrier(of token: String, _ poster: String) {
    let others = carriers[token, default: []].map(merged).filter { $0 != poster }
    if settings.tokens == .alias, account(of: token) == nil, !withdrawn.contains(token),
      others.isEmpty
    {
      registered[token] = poster
    }
    carriers[token, default: []].insert(poster)
    bindTokens()
  }

  /// Marks the transactions under withdrawn tokens that name no account. Those tokens count as none.
  mutating func markLateTransactions() {
    for name in chains.keys {
      for i in chains[name]!.transactions.indices {
        let transaction = chains[name]!.transactions[i]
        if let token = transaction.item.token, transaction.bound == nil, withdrawn.contains(token) {
          chains[name]!.transactions[i].late = true
        }
      }
    }
  }

  /// Gives each transaction the account that its token names, once and for good.
  ///
  /// A token that was withdrawn in between takes only chains without an owner (rule 7).
  mutating func bindTokens() {
    for name in chains.keys.sorted() {
      let present = ownership(of: name)
      let hasOwner = !present.owners.isEmpty && !present.provisional
      for i in chains[name]!.transactions.indices {
        let transaction = chains[name]!.transactions[i]
        guard transaction.bound == nil, let token = transaction.item.token else { continue }
        guard let account = account(of: token), !(transaction.late && hasOwner) else { continue }
        chains[name]!.transactions[i].bound = account
      }
    }
  }
}
