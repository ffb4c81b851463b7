import Ledger
import TestSupport
import Testing

/// Merges of two accounts that had the coins of one grant one after the other, because a link moved them.
/// Worked out by hand:
/// bought, earned, debt.
struct MovedGrantMergeTests {
  @Test
  func `coins that moved from the guest to the target are there once, and a refund takes them`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.move("1", to: player, on: 2)
    #expect(players.parts(of: bert) == [0, 0, 0])
    #expect(players.parts(of: player) == [100, 0, 0])
    players.merge(on: 3)
    #expect(players.parts(of: player) == [100, 0, 0])
    players.move("1", to: player, takenBack: 30, on: 4)
    #expect(players.parts(of: player) == [70, 0, 0])
    players.move("1", to: player, takenBack: 100, on: 5)
    #expect(players.parts(of: player) == [0, 0, 0])
    players.move("1", to: player, on: 6)
    #expect(players.parts(of: player) == [100, 0, 0])
    players.undo(on: 7)
    #expect(players.parts(of: player) == [100, 0, 0])
    #expect(players.parts(of: bert) == [0, 0, 0])
    players.move("1", to: player, takenBack: 100, on: 8)
    #expect(players.parts(of: player) == [0, 0, 0])
    #expect(players.parts(of: bert) == [0, 0, 0])
  }

  @Test func `what the guest had spent of them stays owed, in the merge and after its undo`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.ask(.spend(gem, 40), "sword", of: bert, on: 2)
    players.move("1", to: player, on: 3)
    #expect(players.parts(of: bert) == [0, 0, 40])
    players.merge(on: 4)
    #expect(players.parts(of: player) == [100, 0, 40])
    players.move("1", to: player, takenBack: 100, on: 5)
    #expect(players.parts(of: player) == [0, 0, 40])
    players.undo(on: 6)
    #expect(players.parts(of: bert) == [0, 0, 40])
    #expect(players.parts(of: player) == [0, 0, 0])
  }

  @Test func `coins that moved from the target to the guest come back with the merge`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: player, on: 1)
    players.move("1", to: bert, on: 2)
    #expect(players.parts(of: player) == [0, 0, 0])
    #expect(players.parts(of: bert) == [100, 0, 0])
    players.merge(on: 3)
    #expect(players.parts(of: player) == [100, 0, 0])
    players.move("1", to: bert, takenBack: 100, on: 4)
    #expect(players.parts(of: player) == [0, 0, 0])
    players.move("1", to: bert, on: 5)
    #expect(players.parts(of: player) == [100, 0, 0])
    players.undo(on: 6)
    #expect(players.parts(of: player) == [0, 0, 0])
    #expect(players.parts(of: bert) == [100, 0, 0])
  }

  @Test func `coins that moved there and back are refunded once after the merge`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.move("1", to: player, on: 2)
    players.move("1", to: bert, on: 3)
    players.merge(on: 4)
    #expect(players.parts(of: player) == [100, 0, 0])
    players.move("1", to: bert, takenBack: 100, on: 5)
    #expect(players.parts(of: player) == [0, 0, 0])
    players.move("1", to: bert, on: 6)
    #expect(players.parts(of: player) == [100, 0, 0])
  }

  @Test func `while both have them a merge waits`() {
    var players = MergedPlayers()
    players.follow("1", 100, of: bert, on: 1)
    players.move("1", to: player, isFollowed: false, on: 2)
    let decision = AccountMerge(of: players.guest, into: players.target)
      .decide(mergingUnder: "merge", guestsMax: 1, at: day(3))
    #expect(decision == .unsettled([GrantID(.production, "1", gem)]))
    players.move("1", to: player, on: 4)
    let isMerged = players.merge(on: 5)
    #expect(isMerged)
    #expect(players.parts(of: player) == [100, 0, 0])
  }
}
