import EventStore
import Ledger

/// The persons who had grants and were erased since. The name of an erased person may be taken by
/// another one, who has nothing of these grants.
struct ErasedHolders {
  private let log: EventLog

  init(_ log: EventLog) {
    self.log = log
  }

  /// Returns grants without those of their accounts that were erased since they had them. Pending coins
  /// belong to the next owner of the purchase, who may have the same name.
  ///
  /// - Parameter freed: the accounts that were erased at any time.
  func leavingOut(
    _ freed: Set<AccountReference>, of grants: [PresentGrant]
  ) async throws -> [PresentGrant] {
    guard !freed.isEmpty else { return grants }
    let erasures = try await erasures(of: freed)
    var shown: [PresentGrant] = []
    for grant in grants {
      guard let account = grant.account, let erased = erasures[account],
        try await isErased(account, at: erased, from: grant)
      else {
        shown.append(grant)
        continue
      }
      shown.append(grant.ofNobody)
    }
    return shown
  }

  /// Returns the moments at which the last erasures of accounts were recorded.
  private func erasures(
    of accounts: Set<AccountReference>
  ) async throws -> [AccountReference: Instant] {
    let events = try await log.reading.events(
      of: accounts.sorted().map(StreamID.account), ofTypes: [.accountErased])
    return events.reduce(into: [:]) { erasures, event in
      guard case .account(.accountErased(let erasure)) = event.event else { return }
      erasures[erasure.account] = max(
        erasures[erasure.account] ?? event.recordedAt, event.recordedAt)
    }
  }

  private func isErased(
    _ account: AccountReference, at erased: Instant, from grant: PresentGrant
  ) async throws -> Bool {
    guard case .chain(.grantMade(let made)) = try await log.reading.event(grant.made)?.event else {
      return false
    }
    let events = try await log.reading.events(of: .chain(made.chain))
    let received = events.filter { $0.event.gives(grant.id) }.map(\.recordedAt).max()
    guard let received, erased >= received else { return false }
    guard grant.state == .pending else { return true }
    let owner = events.reduce(into: ChainState(made.chain)) { $0.join($1) }.owner
    return owner.token == nil && !owner.references.contains(account)
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
