/// The owner of a chain, by the decisions, posts and signed tokens known of the chain alone. A token
/// still has to be resolved to the account that it names.
package enum ChainOwner: Hashable, Sendable {
  /// No account has a claim: the next post takes the chain.
  case none
  /// The owners by a decision or a post, sorted.
  case accounts([AccountReference])
  /// The account that a signed `appAccountToken` names; none while the token names no known
  /// account.
  case token(AccountReference)

  /// The names that the owner is found under.
  package var references: [AccountReference] {
    switch self {
    case .none: []
    case .accounts(let accounts): accounts
    case .token(let token): [token]
    }
  }

  /// The token that the chain's owner follows from; nil for any other owner.
  package var token: AccountReference? { if case .token(let token) = self { token } else { nil } }
}

/// An account's first post of a chain, as the chain's state keeps it.
package struct ChainPost: Hashable, Sendable, Codable {
  package let account: AccountReference
  package let isSigned: Bool
  package let event: EventID
}

extension ChainState {
  /// The owner, in every order of arrival.
  package var owner: ChainOwner {
    if let change = ownershipChange {
      if let speech = latestSpeech, change.isOutranked(by: speech) { return .token(speech.token) }
      return change.owners.isEmpty ? .none : .accounts(change.owners)
    }
    if let firstOwner { return .accounts([firstOwner]) }
    if let latestSpeech { return .token(latestSpeech.token) }
    return decidingPost.map { .accounts([$0.account]) } ?? .none
  }

  /// The post that decides where no token speaks: the first signed one, before any link by id.
  var decidingPost: ChainPost? {
    let posts = (posts ?? []).sorted { $0.event < $1.event }
    return posts.first(where: \.isSigned) ?? posts.first
  }

  /// True if an account had the chain by a link by id only and has lost it.
  func hasLostLink(_ account: AccountReference) -> Bool {
    guard firstOwner == nil, ownershipChange.map({ $0.cause == .transferred }) ?? true else {
      return false
    }
    let own = (posts ?? []).filter { $0.account == account }
    guard own.contains(where: { !$0.isSigned }) else { return false }
    guard latestSpeech == nil else { return !own.contains(where: \.isSigned) }
    return decidingPost?.account != account
  }

  /// The last speech of a token, of which the owner follows.
  var latestSpeech: TokenSpeech? { TokenSpeech.all(of: self).last }
}

extension ChainOwnershipChange {
  /// Returns true if a token outranks the change: always, where the owner was inherited or is gone;
  /// otherwise if the token spoke in a purchase after the change.
  fileprivate func isOutranked(by speech: TokenSpeech) -> Bool {
    guard let decidedAt else { return false }
    if cause == .inherited || owners.isEmpty { return true }
    return speech.purchaseDate > decidedAt
  }
}
