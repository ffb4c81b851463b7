import Ledger
import TestSupport
import Testing

/// The parts of wallets that are merged, worked out by hand.
struct MergedLotsTests {
  @Test func `a merge moves lots, and a later refund takes its own lot in the target`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.ask(.spend(gem, 40), "sword", of: bert, on: 2)
    players.follow("2", 50, of: player, on: 3)
    players.ask(.credit(gem, 10, source: "quest"), "quest", of: player, on: 4)
    players.merge(on: 5)
    #expect(players.parts(of: player) == [110, 10, 0])
    #expect(players.parts(of: bert) == [0, 0, 0])
    players.follow("1", 100, of: bert, takenBack: 70, on: 6)
    // 60 of the guest's lot, 10 of the other.
    #expect(players.parts(of: player) == [40, 10, 0])
    players.follow("1", 100, of: bert, on: 7)
    #expect(players.parts(of: player) == [110, 10, 0])
  }

  @Test func `the guest's older lot is spent first, and a spend is reversed after the merge`()
    throws
  {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.ask(.spend(gem, 40), "sword", of: bert, on: 2)
    let sword = try #require(players.guest.wallet.entries.last)
    players.follow("2", 50, of: player, on: 3)
    players.merge(on: 5)
    players.ask(.spend(gem, 70), "shield", of: player, on: 6)
    let holdings = WalletHoldings(of: players.target.wallet.entries)[gem]
    #expect(holdings.lots.map(\.left) == [0, 40])
    players.ask(.reverse(sword.id), "back", of: bert, on: 7)
    #expect(players.parts(of: player) == [80, 0, 0])
    let reversal = try #require(players.target.wallet.entries.last)
    let again = players.ask(.reverse(sword.id), "again", of: bert, on: 8)
    #expect(again == .rejected(.alreadyReversed(reversal)))
    #expect(players.ask(.reverse(sword.id), "back", of: bert, on: 8) == .repeated(reversal))
  }

  @Test func `a debt moves as it is, stays until something comes in, and moves back`() {
    var players = MergedPlayers()
    players.follow("1", 30, of: bert, on: 1)
    players.ask(.spend(gem, 30), "sword", of: bert, on: 2)
    players.follow("1", 30, of: bert, takenBack: 30, on: 3)
    #expect(players.parts(of: bert) == [0, 0, 30])
    players.follow("2", 50, of: player, on: 3)
    players.merge(on: 5)
    #expect(players.parts(of: player) == [50, 0, 30])
    let tooMuch = players.ask(.spend(gem, 21), "a", of: player, on: 6)
    #expect(tooMuch == .rejected(.insufficientCoins(balance: 20)))
    players.ask(.credit(gem, 10, source: "quest"), "quest", of: player, on: 7)
    #expect(players.parts(of: player) == [50, 0, 20])
    players.undo(on: 8)
    // The 10 that paid a part of the guest's debt are the target's.
    #expect(players.parts(of: player) == [50, 10, 0])
    #expect(players.parts(of: bert) == [0, 0, 30])
  }

  @Test func `an undo moves lots back as they were, and the target into debt if it has spent`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.ask(.credit(gem, 20, source: "quest"), "quest", of: bert, on: 2)
    players.follow("2", 50, of: player, on: 3)
    players.merge(on: 5)
    players.ask(.spend(gem, 130), "sword", of: player, on: 6)
    #expect(players.parts(of: player) == [20, 20, 0])
    players.undo(on: 7)
    #expect(players.parts(of: bert) == [100, 20, 0])
    // Of the guest's lot nothing is left: 20 of the other lot pay for it, and 80 are owed.
    #expect(players.parts(of: player) == [0, 0, 80])
    players.follow("1", 100, of: bert, takenBack: 100, on: 8)
    #expect(players.parts(of: bert) == [0, 20, 0])
  }

  @Test func `a guest is merged as far as the target has room for guests, and once`() {
    var players = MergedPlayers()
    let merge = AccountMerge(of: players.guest, into: players.target)
    let refused = merge.decide(mergingUnder: "merge", guestsMax: 0, at: day(1))
    #expect(refused == .rejected(.tooManyGuests(max: 0)))
    players.merge(on: 2)
    let again = AccountMerge(of: players.guest, into: players.target)
      .decide(mergingUnder: "another key", guestsMax: 1, at: day(3))
    guard case .repeated(let standing) = again else {
      Issue.record("\(again)")
      return
    }
    #expect(standing.decidedAt == day(2))
  }
}
