extension OwnershipReplay {
  /// Returns a chain's ownership from its facts and claims (rules 2, 3 and 5).
  ///
  /// Dated claims win over undated ones: tokens by purchaseDate, moves by the ledger's time. The last one decides.
  func ownership(of name: String) -> ModelledOwner {
    ownership(of: name, visited: [])
  }

  private func ownership(of name: String, visited: Set<String>) -> ModelledOwner {
    guard let chain = chains[name], !visited.contains(name) else { return ModelledOwner() }
    var result = undated(chain, visited: visited.union([name]))
    for step in datedSteps(of: chain) {
      switch step {
      case .token(let transaction):
        result = ModelledOwner()
        if let account = transaction.bound {
          result.owners = [account]
        } else {
          result.waiting = transaction.item.token
        }
      case .move(let claim):
        result = moved(result, by: claim, in: chain)
      }
    }
    if result.owners.isEmpty, result.waiting == nil,
      let passedOver = chain.speakers.last(where: { $0.late && $0.bound == nil })
    {
      result.waiting = passedOver.item.token
      result.open = true
    }
    return result
  }

  private enum DatedStep {
    case token(Transaction)
    case move(ModelledClaim)
  }

  /// Lists tokens that spoke and moves in the order of their dates. At equal dates the token is the later one.
  private func datedSteps(of chain: Chain) -> [DatedStep] {
    let moves = chain.claims.filter { $0.kind != .post && $0.kind != .link }
    let tokens = chain.speakers.filter { !($0.late && $0.bound == nil) }
    let keyed =
      moves.map { (date: $0.at, rank: 0, step: DatedStep.move($0)) }
      + tokens.map { (date: $0.item.purchaseDate, rank: 1, step: DatedStep.token($0)) }
    // Both lists are in order already; the position keeps that order at equal dates.
    return keyed.enumerated()
      .sorted {
        ($0.element.date, $0.element.rank, $0.offset) < (
          $1.element.date, $1.element.rank, $1.offset
        )
      }
      .map(\.element.step)
  }

  private func moved(_ ownership: ModelledOwner, by claim: ModelledClaim, in chain: Chain)
    -> ModelledOwner
  {
    switch claim.kind {
    case .transfer, .assign:
      return ModelledOwner(owners: [claim.account])
    case .share:
      var shared = ownership
      if !shared.owners.contains(claim.account) { shared.owners.append(claim.account) }
      shared.provisional = false
      return shared
    case .returned(let former):
      if former.owners.isEmpty, former.waiting == nil {
        return firstPostOrLink(chain.claims.filter { $0.index > claim.index })
      }
      guard let token = former.waiting, let account = account(of: token) else { return former }
      return ModelledOwner(owners: [account] + former.owners.filter { $0 != account })
    case .post, .link:
      return ownership
    }
  }

  /// Returns the ownership of a chain without a token: the replaced chain's, otherwise the first poster's (rule 3).
  private func undated(_ chain: Chain, visited: Set<String>) -> ModelledOwner {
    if let previous = chain.previous {
      let inherited = ownership(of: previous, visited: visited)
      let ownPost = chain.claims.contains { $0.kind == .post }
      if !inherited.free, !(inherited.provisional && ownPost) { return inherited }
    }
    return firstPostOrLink(chain.claims)
  }

  private func firstPostOrLink(_ claims: [ModelledClaim]) -> ModelledOwner {
    if let post = claims.first(where: { $0.kind == .post }) {
      return ModelledOwner(owners: [post.account])
    }
    if let link = claims.first(where: { $0.kind == .link }) {
      return ModelledOwner(owners: [link.account], provisional: true)
    }
    return ModelledOwner()
  }
}
