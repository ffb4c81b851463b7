import Ledger
import TestSupport
import Testing

/// Two guests, Bert and Carl, and the player that they are merged into, with the log of their coins.
struct MergedPlayers {
  private var guests = [bert, carl].reduce(into: [AccountReference: WalletBook]()) {
    $0[$1] = WalletBook(of: $1, in: game, environment: .production)
  }
  /// The accounts that have had the coins of a grant.
  private var holders: [TransactionID: Set<AccountReference>] = [:]
  private(set) var target = WalletBook(of: player, in: game, environment: .production)
  private(set) var log: [RecordedEvent] = []
  private var merges = 0

  var guest: WalletBook { book(of: bert) }

  var isMerged: Bool { isMerged(bert) }

  func isMerged(_ account: AccountReference) -> Bool { guests[account]?.mergedInto != nil }

  /// Returns an account's own book.
  func book(of account: AccountReference) -> WalletBook { guests[account] ?? target }

  /// Returns the wallet that answers for an account.
  func wallet(of account: AccountReference) -> Wallet {
    isMerged(account) ? target.wallet : book(of: account).wallet
  }

  private func answers(for account: AccountReference) -> AccountReference {
    isMerged(account) ? player : account
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
    holders[id, default: []].insert(owner)
    follow(
      GrantStatus(
        grant: grant, account: owner, takenBack: takenBack, revision: Int64(number * 1_000)),
      on: number)
  }

  /// Moves the coins of a grant to an account: credits them there, and takes them back from those that have had them,
  /// unless they are one account with it.
  ///
  /// - Parameter isFollowed: false if the others have not given them back yet.
  mutating func move(
    _ id: TransactionID, to owner: AccountReference, takenBack: Int64 = 0, isFollowed: Bool = true,
    on number: Double
  ) {
    guard let grant = made(id) else { return }
    let revision = Int64(number * 1_000)
    follow(
      GrantStatus(grant: grant, account: owner, takenBack: takenBack, revision: revision),
      on: number)
    let others = (holders[id] ?? []).filter { answers(for: $0) != answers(for: owner) }
    holders[id, default: []].insert(owner)
    guard isFollowed else { return }
    for other in others.sorted() {
      follow(
        GrantStatus(
          grant: grant, account: other, takenBack: grant.amount, revision: revision, isFormer: true),
        on: number)
    }
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
    if isMerged(owner) {
      var spend: CoinSpend?
      if let entry = command.reversedEntry,
        case .spent(let own) = book(of: owner).wallet.spend(of: entry)
      {
        spend = own
      }
      command = command.requested(by: owner).reversing(spend)
    }
    let decision = wallet(of: owner).decide(command, at: day(number))
    if case .accepted(let moved) = decision { record(moved, on: number) }
    return decision
  }

  /// Merges a guest. Returns false if it is rejected.
  @discardableResult
  mutating func merge(_ from: AccountReference = bert, on number: Double) -> Bool {
    merges += 1
    let decision = AccountMerge(of: book(of: from), into: target).decide(
      mergingUnder: IdempotencyKey("merge \(merges)"), guestsMax: 2, at: day(number))
    return record(decision, of: from, on: number)
  }

  /// Undoes a merge. All grants of the guest's that were credited meanwhile go back. Returns false if it is
  /// rejected.
  @discardableResult
  mutating func undo(
    _ from: AccountReference = bert, late: Set<GrantID> = [], on number: Double
  ) -> Bool {
    let merge = AccountMerge(of: book(of: from), into: target)
    var decision = merge.decide(
      undoingBy: "kim", reason: "ticket", late: [], examined: [], at: day(number))
    if case .unexamined(let grants) = decision {
      decision = merge.decide(
        undoingBy: "kim", reason: "ticket", late: late.intersection(grants), examined: grants,
        at: day(number))
    }
    return record(decision, of: from, on: number)
  }

  private mutating func record(
    _ decision: MergeDecision, of guest: AccountReference, on number: Double
  ) -> Bool {
    guard case .accepted(let from, let into) = decision else { return false }
    guests[guest]?.evolve(with: .account(.accountsMerged(from)))
    target.evolve(with: .account(.accountsMerged(into)))
    note(.account(.accountsMerged(from)), on: number)
    note(.account(.accountsMerged(into)), on: number)
    return true
  }

  private mutating func record(_ moved: CoinsMoved, on number: Double) {
    if guests[moved.account] != nil {
      guests[moved.account]?.evolve(with: .account(.coinsMoved(moved)))
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

  /// Returns the bought, earned and owed coins of one of the wallets.
  func parts(of account: AccountReference) -> [Int64] {
    book(of: account).wallet.balances(at: day(99)).first.map { balance in
      #expect(balance.available == balance.bought + balance.earned - balance.debt)
      return [balance.bought, balance.earned, balance.debt]
    } ?? []
  }
}
