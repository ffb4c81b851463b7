import EventStore
import Ledger

/// The persons who had grants and were erased since. The name of an erased person may be taken by
/// another one, who has nothing of these grants.
struct ErasedHolders {
  private let log: EventLog
  private let names: NameReader

  init(_ log: EventLog, _ names: NameReader) {
    self.log = log
    self.names = names
  }

  /// Returns grants without those of their accounts that were erased since they had them. Pending coins
  /// belong to the next owner of the purchase, who may have the same name.
  ///
  /// - Parameter freed: the accounts that were erased at any time.
  func leavingOut(
    _ freed: Set<AccountReference>, of grants: [PresentGrant]
  ) async throws -> [PresentGrant] {
    guard !freed.isEmpty else { return grants }
    let erasures = try await Erasures(of: freed, in: log)
    var shown: [PresentGrant] = []
    for grant in grants {
      guard let account = grant.account, freed.contains(account),
        try await isErased(account, by: erasures, from: grant)
      else {
        shown.append(grant)
        continue
      }
      shown.append(grant.ofNobody)
    }
    return shown
  }

  private func isErased(
    _ account: AccountReference, by erasures: Erasures, from grant: PresentGrant
  ) async throws -> Bool {
    guard case .chain(.grantMade(let made)) = try await log.reading.event(grant.made)?.event else {
      return false
    }
    let events = try await log.reading.events(of: .chain(made.chain))
    let received = events.filter { $0.event.gives(grant.id) }.map(\.recordedAt).max()
    guard let received, erasures.hasErased(account, since: received) else { return false }
    guard grant.state == .pending else { return true }
    let owner = events.reduce(into: ChainState(made.chain)) { $0.join($1) }.owner
    if let token = owner.token { return try await names.resolve(token).account != account }
    return !owner.references.contains(account)
  }
}

extension LedgerEvent {
  /// Returns true if a grant is its account's by this event: it was made, assigned or acknowledged.
  fileprivate func gives(_ grant: GrantID) -> Bool {
    switch ofChain?.topic {
    case .grant(.made(let made)): made.id == grant
    case .grant(.assigned(let assigned)): assigned.grant == grant
    case .grant(.acknowledged(let acknowledgement)): acknowledgement.grant == grant
    case .fact, .notification, .ownership, nil: false
    }
  }
}
