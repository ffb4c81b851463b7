import Foundation
import Ledger
import TestSupport
import Testing

/// The numbers by which games tell the later telling of a grant.
struct GrantRevisionTests {
  private static let anna = AccountReference(.production, game, "anna")
  private static let ben = AccountReference(.production, game, "ben")

  private static func revision(_ epoch: Int64, _ position: Int64, _ changes: Int) -> Int64 {
    GrantRevision(inEpoch: epoch, at: position, nameChanges: changes).value
  }

  @Test func `an epoch counts for more than a position, and a position for more than a name`() {
    let tellings: [(Int64, Int64, Int)] = [
      (0, 1, 0), (0, 1, 1), (0, 1, 63), (0, 2, 0), (0, 9_000_000, 0), (1, 3, 0), (2, 1, 0),
    ]
    let revisions = tellings.map { Self.revision($0.0, $0.1, $0.2) }
    #expect(revisions == revisions.sorted())
    #expect(Set(revisions).count == revisions.count)
    #expect(Self.revision(0, 1, 1_000) < Self.revision(0, 2, 0))
  }

  @Test func `a restore in the year 2099 leaves a revision that JSON holds exactly`() {
    let epoch = Epochs.number(after: 0, at: Instant(day: "2099-12-31"))
    #expect(Self.revision(epoch, 1_000_000_000_000, 63) < 1 << 53)
  }

  @Test func `restores of one backup, which do not know of each other, are told apart`() {
    let first = Epochs.number(after: 0, at: Instant("2026-05-01T10:00:00.000Z")!)
    let second = Epochs.number(after: 0, at: Instant("2026-05-01T10:05:00.000Z")!)
    #expect(0 < first)
    #expect(first < second)
    #expect(Epochs.number(after: second, at: Instant(day: "2026-01-01")) == second + 1)
  }

  @Test func `the changes of a name never fall, whatever answers for it`() {
    var aliases: [AccountReference: AccountAliases] = [
      Self.anna: AccountAliases(Self.anna), Self.ben: AccountAliases(Self.ben),
    ]
    func changes() -> Int {
      var changes = NameChanges(of: [Self.anna])
      while case let wanted = changes.wanted, !wanted.isEmpty {
        changes.apply(wanted.compactMap { aliases[$0] })
      }
      return changes.count(of: Self.anna)
    }
    func merge(_ number: Int, isUndone: Bool) {
      for account in [Self.anna, Self.ben] {
        aliases[account]?.applyMerge(
          of: Self.anna, into: Self.ben, number: number, generation: 0, isUndone: isUndone)
      }
    }
    var counts = [changes()]
    aliases[Self.anna]?.apply(account: Self.anna, alias: Self.anna)
    #expect(changes() == 0)
    merge(1, isUndone: false)
    counts.append(changes())
    aliases[Self.ben]?.begin(generation: 1)
    counts.append(changes())
    merge(2, isUndone: true)
    counts.append(changes())
    aliases[Self.anna]?.begin(generation: 1)
    counts.append(changes())
    #expect(counts == [0, 1, 2, 3, 4])
  }
}

/// The positions that are shared by the histories before and after restores.
struct EpochsTests {
  private static func opened(_ digit: String, keeping kept: Position?) -> RecordedEvent {
    RecordedEvent(
      id: EventID(lane: 0, position: 1), recordedAt: Instant(day: "2026-05-01"),
      event: .shared(
        .epochOpened(
          EpochOpened(
            epoch: epoch(digit), reason: "restored", kept: kept,
            openedAt: Instant(day: "2026-05-01")
          ))), evidence: nil)
  }

  private static func epoch(_ digit: String) -> UUID {
    UUID(uuidString: "\(String(repeating: digit, count: 8))-0000-4000-8000-000000000000")!
  }

  private static let epochs = Epochs([
    opened("a", keeping: Position([1: 10, 2: 20])), opened("b", keeping: Position([1: 30, 2: 15])),
  ])

  @Test(arguments: [
    // Of the first epoch, or of one that was lost.
    ("0", Position([1: 50, 2: 50]), Position([1: 10, 2: 15])),
    ("0", Position([1: 5, 2: 50]), Position([1: 5, 2: 15])),
    ("a", Position([1: 50, 2: 50]), Position([1: 30, 2: 15])),
    ("a", Position([1: 12, 2: 3]), Position([1: 12, 2: 3])),
    ("b", Position([1: 50, 2: 50]), Position([1: 50, 2: 50])),
  ])
  func `a position goes back to the end of each backup since`(
    digit: String, told: Position, shared: Position
  ) {
    let token = PositionToken(told, in: Self.epoch(digit))
    #expect(Self.epochs.shared(token) == shared)
  }

  @Test func `an epoch that tells no position, and an unknown one, begin at the beginning`() {
    let token = PositionToken(Position([1: 50]), in: Self.epoch("0"))
    #expect(Epochs([Self.opened("a", keeping: nil)]).shared(token) == Position())
    #expect(Epochs([]).shared(token) == Position())
  }
}
