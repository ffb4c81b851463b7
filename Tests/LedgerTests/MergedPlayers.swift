import Ledger
import TestSupport
import Testing

/// A guest, Bert, and the player into whose account he is merged, with the log of their coins.
struct MergedPlayers {
  private(set) var guest = WalletBook(of: bert, in: game, environment: .production)
  private(set) var target = WalletBook(of: player, in: game, environment: .production)
  private(set) var log: [RecordedEvent] = []
  private var merges = 0

  var isMerged: Bool { guest.mergedInto != nil }

  /// Returns the wallet that answers for an account.
  func wallet(of account: AccountReference) -> Wallet {
    account == bert && !isMerged ? guest.wallet : target.wallet
  }

  /// Makes wallets follow a grant of an account.
  mutating func follow(
    _ id: TransactionID, _ amount: Int64, of owner: AccountReference, takenBack: Int64 = 0,
    on number: Double
  ) {
    let grant =
      made(id)
      ?? GrantMade(
        chain: ChainID(.production, "1000"), account: owner, transactionID: id,
        productID: ProductID("gems \(id)"), coin: gem, quantity: 1, amount: amount,
        duringTrial: false, catalog: 1, decidedAt: day(0))
    if made(id) == nil { note(.chain(.grantMade(grant)), on: number) }
    follow(
      GrantStatus(
        grant: grant, account: owner, takenBack: takenBack, revision: Int64(number * 1_000)),
      on: number)
  }

  /// Moves the coins of a grant to one of both accounts: credits them there, and takes them back from the other
  /// one, unless both are one account.
  ///
  /// - Parameter isFollowed: false if the other one has not given them back yet.
  mutating func move(
    _ id: TransactionID, to owner: AccountReference, takenBack: Int64 = 0, isFollowed: Bool = true,
    on number: Double
  ) {
    guard let grant = made(id) else { return }
    let revision = Int64(number * 1_000)
    follow(
      GrantStatus(grant: grant, account: owner, takenBack: takenBack, revision: revision),
      on: number)
    if isMerged || !isFollowed { return }
    let other = owner == bert ? player : bert
    follow(
      GrantStatus(
        grant: grant, account: other, takenBack: grant.amount, revision: revision, isFormer: true),
      on: number)
  }

  private func made(_ id: TransactionID) -> GrantMade? {
    for event in log {
      if case .chain(.grantMade(let grant)) = event.event, grant.transactionID == id {
        return grant
      }
    }
    return nil
  }

  private mutating func follow(_ status: GrantStatus, on number: Double) {
    guard let owner = status.account else { return }
    while let owed = wallet(of: owner).owed(before: status) {
      record(owed.noted(at: day(number)), on: number)
      record(owed.received(by: owed.account, at: day(number)), on: number)
    }
    while case .accepted(let moved) = wallet(of: owner).decide(on: status, at: day(number)) {
      record(moved, on: number)
    }
  }

  /// Performs a request of an account's own, or of the guest's that is passed on by the merge.
  @discardableResult
  mutating func ask(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, of owner: AccountReference,
    on number: Double, _ order: SpendOrder = .bought, expiresIn: Duration? = nil
  ) -> WalletDecision {
    var command = WalletCommand(action, key: key, expiresIn: expiresIn)
      .ruled(by: CoinRules(creditMax: 1_000, spendFirst: order))
    if owner == bert && isMerged {
      var spend: CoinSpend?
      if let entry = command.reversedEntry, case .spent(let own) = guest.wallet.spend(of: entry) {
        spend = own
      }
      command = command.requested(by: bert).reversing(spend)
    }
    let decision = wallet(of: owner).decide(command, at: day(number))
    if case .accepted(let moved) = decision { record(moved, on: number) }
    return decision
  }

  /// Merges the guest. Returns false if it is rejected.
  @discardableResult
  mutating func merge(on number: Double) -> Bool {
    merges += 1
    return record(
      AccountMerge(of: guest, into: target).decide(
        mergingUnder: IdempotencyKey("merge \(merges)"), guestsMax: 1, at: day(number)), on: number)
  }

  /// Undoes the merge. All grants of the guest's that were credited meanwhile go back. Returns false if it is
  /// rejected.
  @discardableResult
  mutating func undo(late: Set<GrantID> = [], on number: Double) -> Bool {
    let merge = AccountMerge(of: guest, into: target)
    var decision = merge.decide(
      undoingBy: "kim", reason: "ticket", late: [], examined: [], at: day(number))
    if case .unexamined(let grants) = decision {
      decision = merge.decide(
        undoingBy: "kim", reason: "ticket", late: late.intersection(grants), examined: grants,
        at: day(number))
    }
    return record(decision, on: number)
  }

  private mutating func record(_ decision: MergeDecision, on number: Double) -> Bool {
    guard case .accepted(let from, let into) = decision else { return false }
    guest.evolve(with: .account(.accountsMerged(from)))
    target.evolve(with: .account(.accountsMerged(into)))
    note(.account(.accountsMerged(from)), on: number)
    note(.account(.accountsMerged(into)), on: number)
    return true
  }

  private mutating func record(_ moved: CoinsMoved, on number: Double) {
    if moved.account == bert {
      guest.evolve(with: .account(.coinsMoved(moved)))
    } else {
      target.evolve(with: .account(.coinsMoved(moved)))
    }
    note(.account(.coinsMoved(moved)), on: number)
  }

  private mutating func note(_ event: LedgerEvent, on number: Double) {
    log.append(
      RecordedEvent(
        id: EventID(lane: 1, position: Int64(log.count + 1)), recordedAt: day(number),
        event: event, evidence: nil))
  }

  /// Returns the bought, earned and owed coins of one of both wallets.
  func parts(of account: AccountReference) -> [Int64] {
    let wallet = (account == bert ? guest : target).wallet
    return wallet.balances(at: day(99)).first.map { balance in
      #expect(balance.available == balance.bought + balance.earned - balance.debt)
      return [balance.bought, balance.earned, balance.debt]
    } ?? []
  }
}
