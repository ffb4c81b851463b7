import EventStore
import Intake
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
    let made = try await accounts.grants(Set(credits.map(\.grant)))
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
    for grant in same where try await hasHeld(credit.moved.account, grant) { return }
    throw BrokenPromise(
      .event(credit.id), "it credits grant \(credit.grant), which is another account's")
  }

  /// Returns true if an account has or had a grant, under any of its names.
  private func hasHeld(_ account: AccountReference, _ grant: GrantMade) async throws -> Bool {
    if grant.account == account { return true }
    let holders = try await accounts.owners(of: grant.chain).book.holders(of: grant.id)
    if holders.contains(account) { return true }
    let holder = try await accounts.resolve(account).account
    for other in holders where try await accounts.resolve(other).account == holder { return true }
    let names = try await accounts.aliases(of: [account])[0]
    return holders.contains(where: names.wasMerged)
  }
}

extension WalletAudit.Credit {
  fileprivate func isSame(as grant: GrantMade) -> Bool {
    amount == grant.amount && !grant.isDeliveredElsewhere && moved.coin == grant.coin
      && moved.bundleID == grant.bundleID && moved.environment == grant.chain.environment
  }
}
