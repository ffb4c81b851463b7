extension OwnershipReplay {
  /// Merges a guest into a target (rule 8).
  mutating func merge(_ from: String, _ into: String) -> Answer {
    guard known.contains(registered[from] ?? from) else { return .rejected(.unknownAccount) }
    let target = admitUnmerged(into)
    let guest = admitUnmerged(from)
    if guest == target { return .rejected(.sameAccount) }
    if merges[guest] == target { return .ok }
    if merges[guest] != nil || merges[target] != nil { return .rejected(.alreadyMerged) }
    if merges.values.contains(guest) { return .rejected(.isTarget) }
    if merges.values.filter({ $0 == target }).count >= settings.guestsMax {
      return .rejected(.tooManyGuests)
    }
    merges[guest] = target
    return .ok
  }

  /// Separates a guest from its target. What came to the target during the merge stays there.
  mutating func undoMerge(_ from: String, _ into: String) -> Answer {
    let guest = registered[from] ?? from
    let target = registered[into] ?? into
    guard merges[guest] == target else { return .rejected(.notMerged) }
    merges[guest] = nil
    return .ok
  }

  /// Erases an account and its guests (rules 6 and 8).
  mutating func erase(_ name: String) -> Answer {
    let account = registered[name] ?? name
    if merges[account] != nil { return .rejected(.mergedInto) }
    guard known.contains(account) else { return .ok }
    let erased = Set([account] + merges.filter { $0.value == account }.keys)

    closeCoins(of: erased)
    let former = chains.keys.reduce(into: [String: [String]]()) {
      $0[$1] = ownership(of: $1).owners
    }
    for (token, owner) in registered where erased.contains(owner) {
      registered[token] = nil
      withdrawn.insert(token)
    }
    known.subtract(erased)
    withdrawn.formUnion(erased)
    merges = merges.filter { !erased.contains($0.key) }
    for (chain, owners) in former {
      let freed = !owners.isEmpty && erased.isSuperset(of: owners)
      forget(erased, in: chain, dropAllClaims: freed)
    }
    markLateTransactions()
    return .ok
  }

  /// Removes erased accounts from a chain. A freed chain goes to the next claim, so older claims end too.
  private mutating func forget(_ erased: Set<String>, in name: String, dropAllClaims: Bool) {
    guard var chain = chains[name] else { return }
    for i in chain.transactions.indices {
      if let account = chain.transactions[i].bound, erased.contains(account) {
        chain.transactions[i].bound = nil
      }
    }
    chain.claims =
      dropAllClaims
      ? []
      : chain.claims.compactMap { claim in
        if erased.contains(claim.account) { return nil }
        guard case .returned(var former) = claim.kind else { return claim }
        former.owners.removeAll(where: erased.contains)
        var kept = claim
        kept.kind = .returned(former)
        return kept
      }
    for i in chain.changes.indices {
      chain.changes[i].former.owners.removeAll(where: erased.contains)
    }
    chains[name] = chain
  }
}
