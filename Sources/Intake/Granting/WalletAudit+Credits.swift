import EventStore
import Ledger

extension WalletAudit {
  /// A credit of coins to a wallet.
  struct Credit: Sendable {
    let id: EventID
    let moved: CoinsMoved
    let grant: GrantID
    let amount: Int64

    /// Returns nil for any other event.
    init?(_ event: RecordedEvent) {
      guard case .account(.coinsMoved(let moved)) = event.event,
        case .credited(let grant, let amount) = moved.movement
      else { return nil }
      id = event.id
      self.moved = moved
      self.grant = grant
      self.amount = amount
    }
  }

  func hold(_ credits: [Credit], _ counts: inout Counts) async throws {
    let made = try await log.grants(Set(credits.map(\.grant)))
    for credit in credits {
      try await hold(credit, against: made[credit.grant] ?? [])
      counts.credits += 1
    }
  }

  private func hold(_ credit: Credit, against made: [GrantMade]) async throws {
    guard !made.isEmpty else {
      throw BrokenPromise(
        .event(credit.id), "it credits grant \(credit.grant), which was never made")
    }
    let same = made.filter(credit.isSame)
    guard !same.isEmpty else {
      throw BrokenPromise(
        .event(credit.id), "it credits something else than grant \(credit.grant) gives")
    }
    for grant in same where try await isOwner(credit.moved.account, of: grant) { return }
    throw BrokenPromise(
      .event(credit.id), "it credits grant \(credit.grant), which is another account's")
  }

  private func isOwner(_ account: AccountReference, of grant: GrantMade) async throws -> Bool {
    var owner = grant.account
    if owner == nil { owner = try await log.owners(of: grant.chain).firstOwner }
    guard let owner, owner != account else { return owner != nil }
    return try await log.resolve(owner).account == log.resolve(account).account
  }
}

extension WalletAudit.Credit {
  fileprivate func isSame(as grant: GrantMade) -> Bool {
    amount == grant.amount && moved.coin == grant.coin && moved.bundleID == grant.bundleID
      && moved.environment == grant.chain.environment
  }
}
