import AppStoreSimulator
import TestSupport
import Testing

@testable import Ledger
@testable import ReferenceModels

/// Random streams of three accounts: grants, refunds and their reversals, spends of either order, credits, reversals,
/// reservations that end in each way, moves, merges and undos. After each step the wallets have the lots, earned coins
/// and debts of the reference model.
struct LotStreamTests {
  private struct Purchase {
    let id: TransactionID
    let amount: Int64
    var owner: AccountReference
    var takenBack: Int64 = 0
  }

  private struct Stream {
    var players = MergedPlayers()
    var random: SplitMix64
    var purchases: [Purchase] = []
    var reservations: [(key: IdempotencyKey, owner: AccountReference)] = []
    var spends: [(entry: WalletEntryID, owner: AccountReference)] = []
    var steps = 0
    var counts: [String: Int] = [:]

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
    }

    var now: Double { Double(steps) }

    mutating func step() {
      steps += 1
      let owner = random.pick([bert, carl, player])
      let key = IdempotencyKey("\(steps)")
      let available = max(1, players.wallet(of: owner).available(gem, at: day(now)))
      let amount = random.pick([available, random.number(1...available), random.number(1...90)])
      switch random.number(0...21) {
      case 0, 1, 2: buy(for: owner)
      case 3, 4, 5, 6: refund()
      case 7, 8, 9: ask(.spend(gem, amount), key, of: owner)
      case 10, 11, 12:
        ask(.reserve(gem, amount), key, of: owner, for: random.pick([nil, nil, 3, 9]))
      case 13: end(key) { .commit($0) }
      case 14: end(key) { .cancel($0) }
      case 15: ask(.credit(gem, random.number(1...120), source: "quest"), key, of: owner)
      case 16, 17: reverse(key)
      case 18:
        let given = random.chance(2) ? random.number(1...60) : -amount
        ask(.adjust(gem, given, reason: "r", author: "a"), key, of: owner)
      case 20, 21: move(to: owner)
      default: mergeOrUndo()
      }
    }

    private mutating func buy(for owner: AccountReference) {
      let bought = Purchase(
        id: TransactionID("\(steps)"), amount: random.number(1...100), owner: owner)
      purchases.append(bought)
      players.follow(bought.id, bought.amount, of: owner, on: now)
    }

    private mutating func refund() {
      guard !purchases.isEmpty else { return }
      let index = random.pick(Array(purchases.indices))
      let bought = purchases[index]
      let total = random.pick([0, bought.amount, random.number(0...bought.amount)])
      purchases[index].takenBack = total
      let last = players.log.count
      players.follow(bought.id, bought.amount, of: bought.owner, takenBack: total, on: now)
      for event in players.log.dropFirst(last) {
        guard case .account(.coinsMoved(let moved)) = event.event else { continue }
        counts[moved.returned == nil ? "refunds" : "returned", default: 0] += 1
      }
      if let entry = players.wallet(of: bought.owner).entries.last, entry.change > 0 {
        counts["reversed refunds", default: 0] += 1
      }
      if players.wallet(of: bought.owner).available(gem) < 0 { counts["debts", default: 0] += 1 }
    }

    /// Moves the coins of a purchase to another account, as a link with coins does.
    private mutating func move(to owner: AccountReference) {
      guard !purchases.isEmpty else { return }
      let index = random.pick(Array(purchases.indices))
      let former = purchases[index].owner
      guard former != owner else { return }
      purchases[index].owner = owner
      counts["moves", default: 0] += 1
      if players.isMerged(owner) || players.isMerged(former) {
        counts["moves while merged", default: 0] += 1
      }
      players.move(
        purchases[index].id, to: owner, takenBack: purchases[index].takenBack, on: now)
    }

    private mutating func ask(
      _ action: WalletCommand.Action, _ key: IdempotencyKey, of owner: AccountReference,
      for days: Int64? = nil
    ) {
      let decision = players.ask(
        action, key, of: owner, on: now, random.pick([.earned, .bought]),
        expiresIn: days.map { .seconds($0 * 86_400) })
      guard case .accepted(let moved) = decision else { return }
      note(moved)
      switch moved.movement {
      case .spent, .committed: spends.append((WalletEntryID(moved), owner))
      case .reserved: reservations.append((key, owner))
      default: break
      }
    }

    private mutating func note(_ moved: CoinsMoved) {
      let name =
        switch moved.movement {
        case .spent: moved.spendFirst == .bought ? "bought first" : "earned first"
        case .committed: "committed"
        case .canceled(let key, _): hasEnded(key, by: moved.movedAt) ? "canceled late" : "canceled"
        case .reversed: "reversed"
        case .earned: "earned"
        case .adjusted: "adjusted"
        case .reserved, .credited, .takenBack, .merged: "others"
        }
      counts[name, default: 0] += 1
    }

    private func hasEnded(_ key: IdempotencyKey, by moment: Instant) -> Bool {
      players.log.contains { event in
        guard case .account(.coinsMoved(let moved)) = event.event, moved.key == key else {
          return false
        }
        return moved.expiresAt.map { $0 <= moment } ?? false
      }
    }

    private mutating func end(
      _ key: IdempotencyKey, by action: (IdempotencyKey) -> WalletCommand.Action
    ) {
      guard !reservations.isEmpty else { return }
      let reserved = random.pick(reservations)
      ask(action(reserved.key), key, of: reserved.owner)
    }

    private mutating func reverse(_ key: IdempotencyKey) {
      guard !spends.isEmpty else { return }
      let spend = random.pick(spends)
      ask(.reverse(spend.entry), key, of: spend.owner)
    }

    private mutating func mergeOrUndo() {
      let guest = random.pick([bert, carl])
      let grants = purchases.filter { $0.owner == guest }.map { GrantID(.production, $0.id, gem) }
      let isDone =
        players.isMerged(guest)
        ? players.undo(guest, late: Set(grants), on: now) : players.merge(guest, on: now)
      if isDone { counts[players.isMerged(guest) ? "merges" : "undos", default: 0] += 1 }
    }
  }

  @Test(arguments: 1...60)
  func `the wallets have the lots, earned coins and debts of the model`(seed: UInt64) {
    var stream = Stream(seed: seed)
    for _ in 0..<120 {
      stream.step()
      let now = day(stream.now)
      let book = CoinBook(
        stream.players.log, before: now + .milliseconds(1), app: game, environment: .production,
        mutation: nil)
      for account in [bert, carl, player] {
        let wallet = stream.players.book(of: account).wallet
        let purse =
          book.purses[CoinBook.WalletName(account: account, coin: gem)] ?? CoinPurse(nil)
        var holdings = WalletHoldings(of: wallet.entries)
        holdings.release(until: now)
        let held = holdings[gem]
        let place = "seed \(seed), step \(stream.steps)"
        #expect(
          held.lots.filter { $0.left > 0 }.map { "\($0.grant) \($0.left)" }
            == purse.lots.filter { $0.left > 0 }.map { "\($0.grant) \($0.left)" }, "\(place)")
        #expect(Int128(held.earned) == purse.earned, "\(place)")
        #expect(held.debt == purse.loans.reduce(0) { $0 + $1.amount }, "\(place)")
        #expect(
          held.bought + Int128(held.earned) - held.debt
            == Int128(wallet.available(gem, at: now)), "\(place)")
      }
    }
    expectReport(of: stream, seed)
  }

  @Test func `the streams meet everything that may happen to coins`() {
    var counts: [String: Int] = [:]
    for seed in 1...60 {
      var stream = Stream(seed: UInt64(seed))
      for _ in 0..<120 { stream.step() }
      counts.merge(stream.counts, uniquingKeysWith: +)
    }
    for name in [
      "refunds", "reversed refunds", "bought first", "earned first", "reversed", "committed",
      "canceled", "canceled late", "merges", "undos", "debts", "earned", "adjusted", "returned",
      "moves", "moves while merged",
    ] {
      #expect(counts[name] ?? 0 > 0, "\(name): \(counts[name] ?? 0)")
    }
  }

  /// Expects that the figures of the wallets are those of the model's report.
  private func expectReport(of stream: Stream, _ seed: UInt64) {
    let end = day(stream.now + 1)
    let names = Dictionary(
      uniqueKeysWithValues: stream.purchases.map {
        (GrantID(.production, $0.id, gem), "gems \($0.id)")
      })
    var figures: [String: CoinFigures] = [:]
    for account in [bert, carl, player] {
      let wallet = stream.players.book(of: account).wallet
      for part in WalletFigures(of: wallet, before: end).parts {
        figures[part.grant.flatMap { names[$0] } ?? "", default: CoinFigures()] += part.figures
      }
    }
    var cut = Position()
    for event in stream.players.log { cut.reach(event.id) }
    let rows = CoinReportModel(ModelReportFacts(events: stream.players.log)).rows(
      of: ModelReportQuestion(app: game, from: nil, to: end, cut: cut, knownAt: end))
    for row in rows {
      let found = figures[row["product"] ?? ""] ?? CoinFigures()
      for (name, figure) in [
        ("granted", found.granted), ("earned", found.earned), ("takenBack", found.takenBack),
        ("spent", found.spent), ("adjusted", found.adjusted), ("closing", found.closing),
        ("reserved", found.reserved), ("debt", found.debt),
      ] {
        #expect(row[name] == "\(figure)", "seed \(seed), \(row["product"] ?? "") \(name)")
      }
    }
    #expect(!rows.isEmpty)
  }
}
