extension OwnershipReplay {
  /// Decides a signed post (rules 1 to 5). The fact is recorded whatever the answer.
  mutating func post(_ name: String, _ item: OwnedItem, restore: Bool, at: Int64) -> Answer {
    let poster = admit(name)
    join(item)
    if let token = item.token { noteCarrier(of: token, poster) }

    let present = ownership(of: item.chain)
    if present.owners.map(merged).contains(poster) {
      if present.provisional { claim(.post, item.chain, poster, at) }
      return .settled(owner: poster)
    }
    if present.free || present.provisional {
      claim(.post, item.chain, poster, at)
      return .settled(owner: poster)
    }
    let refusal = Answer.rejected(
      present.owners.isEmpty ? .tokenNotRegistered : .ownedByAnotherAccount)
    guard restore else { return refusal }
    if item.kind == .consumable { return .rejected(.nothingToRestore) }
    return self.restore(item, poster, at: at, present) ? .settled(owner: poster) : refusal
  }

  /// Moves or shares a chain under the app's policy (rule 5). Returns false where the policy forbids it.
  private mutating func restore(
    _ item: OwnedItem, _ poster: String, at: Int64, _ present: ModelledOwner
  ) -> Bool {
    let kind: ModelledClaim.Kind
    switch settings.link {
    case .firstWins:
      return false
    case .share:
      kind = .share
    case .transfer(let coolDown):
      kind = .transfer
      if !present.owners.isEmpty {
        if item.familyShared { return false }
        if let last = chains[item.chain]?.lastRestore, at - last < coolDown { return false }
      }
    }
    let former = chains[item.chain]
    claim(kind, item.chain, poster, at)
    guard ownership(of: item.chain).owners.map(merged).contains(poster) else {
      // A token of a purchaseDate ahead of the ledger's time still owns the chain.
      chains[item.chain] = former
      return false
    }
    if kind == .transfer { chains[item.chain]?.lastRestore = at }
    return true
  }

  /// Links a chain without owner by its id (rule 5).
  mutating func linkByID(_ name: String, _ chain: String) -> Answer {
    let account = admit(name)
    guard chains[chain] != nil else { return .rejected(.unknownChain) }
    let present = ownership(of: chain)
    if present.owners.map(merged).contains(account) { return .ok }
    if !present.owners.isEmpty { return .rejected(.ownedByAnotherAccount) }
    if present.waiting != nil { return .rejected(.tokenNotRegistered) }
    claim(.link, chain, account, 0)
    return .ok
  }

  /// Gives a chain to an account by an operator's decision.
  mutating func assign(_ name: String, _ chain: String, at: Int64) -> Answer {
    let account = admit(name)
    guard chains[chain] != nil else { return .rejected(.unknownChain) }
    claim(.assign, chain, account, at)
    return .ok
  }

  /// Undoes the last change of a chain's owners.
  ///
  /// Drops the claims of that operation. Where this does not bring back the former owners, sets them.
  mutating func undo(_ chain: String, at: Int64) -> Answer {
    guard let change = chains[chain]?.changes.popLast() else { return .rejected(.nothingToUndo) }
    chains[chain]?.claims.removeAll { $0.index == change.index }
    if ownership(of: chain).owners != change.former.owners {
      var former = change.former
      former.provisional = false
      if former.open || former.waiting.flatMap(account(of:)) != nil { former.waiting = nil }
      former.open = false
      claim(.returned(former), chain, "", at)
    }
    return .ok
  }

  private mutating func claim(
    _ kind: ModelledClaim.Kind, _ chain: String, _ account: String, _ at: Int64
  ) {
    chains[chain]?.claims.append(ModelledClaim(kind: kind, account: account, at: at, index: index))
  }
}
