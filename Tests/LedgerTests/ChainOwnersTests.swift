import AppStoreSimulator
import Ledger
import Testing

/// The owners of a chain.
struct ChainOwnersTests {
  private static let other = AccountReference(.production, game, "other")
  private static let third = AccountReference(.production, game, "third")
  private let other = Self.other
  private let third = Self.third
  private let week = LinkPolicy.transfer(coolDown: .seconds(7 * 86_400))

  private func owners(_ given: Given) -> ChainOwners {
    var owners = ChainOwners(given.chain)
    for event in given.events { owners.evolve(with: event.event) }
    return owners
  }

  private func owned() -> ChainOwners {
    var given = Given()
    given.owned(by: player)
    return owners(given)
  }

  private func accepted(_ decision: OwnershipDecision) throws -> OwnershipChanged {
    guard case .accepted(let changed, _, _) = decision else {
      throw Unaccepted(decision: decision)
    }
    return changed
  }

  private struct Unaccepted: Error { let decision: OwnershipDecision }

  @Test func `the first to own a chain is its owner`() {
    var given = Given()
    given.owned(by: player)
    given.owned(by: other)
    #expect(owners(given).owners == [player])
    #expect(owners(given).firstOwner == player)
    #expect(owners(given).lastChange == nil)
  }

  @Test(arguments: [LinkPolicy.firstWins, .share, .transfer(coolDown: .zero)])
  func `a restore changes nothing if the chain is the account's own`(policy: LinkPolicy) {
    #expect(owned().decide(restoringTo: player, by: policy, at: day(1)) == .alreadyOwner)
    #expect(
      owned().decide(restoringTo: other, knownAs: [player], by: policy, at: day(1)) == .alreadyOwner
    )
  }

  @Test func `the first owner keeps the chain where the first wins`() {
    #expect(
      owned().decide(restoringTo: other, by: .firstWins, at: day(1)) == .rejected(.ownedByAnother))
  }

  @Test func `a shared chain belongs to all who claimed it`() throws {
    var chain = owned()
    for (account, number) in [(other, 1.0), (third, 1)] {
      let changed = try accepted(chain.decide(restoringTo: account, by: .share, at: day(number)))
      #expect(changed.cause == .shared)
      #expect(changed.account == account)
      chain.evolve(with: .chain(.ownershipChanged(changed)))
    }
    #expect(chain.owners == [player, other, third].sorted())
    #expect(chain.firstOwner == player)
  }

  @Test(arguments: [(7.9, false), (8, true)])
  func `a chain changes hands again when the cool-down is over`(number: Double, moves: Bool) throws
  {
    var chain = owned()
    let changed = try accepted(chain.decide(restoringTo: other, by: week, at: day(1)))
    #expect(changed.cause == .transferred)
    chain.evolve(with: .chain(.ownershipChanged(changed)))
    #expect(chain.owners == [other])
    let back = chain.decide(restoringTo: player, by: week, at: day(number))
    if moves {
      #expect(try accepted(back).owners == [player])
    } else {
      #expect(back == .rejected(.coolingDown(until: day(8))))
    }
    #expect(chain.firstOwner == player)
  }

  @Test func `an operator assigns whatever the policy, and says who and why`() throws {
    let chain = owned()
    let changed = try accepted(
      chain.decide(assigning: other, author: "anna", reason: "lost phone", at: day(1)))
    #expect(changed.owners == [other])
    #expect(changed.cause == .assigned)
    #expect(changed.author == "anna")
    #expect(
      chain.decide(assigning: player, author: "anna", reason: "again", at: day(1))
        == .alreadyOwner)
    for (author, reason) in [("", "why"), ("anna", "")] {
      #expect(
        chain.decide(assigning: other, author: author, reason: reason, at: day(1))
          == .rejected(.reasonMissing))
    }
  }

  @Test func `undone is what was before, and undone again what was after`() throws {
    var chain = owned()
    #expect(
      chain.decide(undoingBy: "anna", reason: "mistake", at: day(1)) == .rejected(.nothingToUndo))
    chain.evolve(
      with: .chain(
        .ownershipChanged(
          try accepted(chain.decide(restoringTo: other, by: .share, at: day(1))))))
    for expected in [[player], [player, other].sorted(), [player]] {
      let undone = try accepted(chain.decide(undoingBy: "anna", reason: "mistake", at: day(2)))
      #expect(undone.owners == expected)
      #expect(undone.account == other)
      #expect(undone.cause == .undone)
      chain.evolve(with: .chain(.ownershipChanged(undone)))
      #expect(chain.owners == expected)
    }
  }

  @Test func `what was undone cannot be taken again at once`() throws {
    var chain = owned()
    chain.evolve(
      with: .chain(
        .ownershipChanged(try accepted(chain.decide(restoringTo: other, by: week, at: day(1))))))
    chain.evolve(
      with: .chain(
        .ownershipChanged(
          try accepted(chain.decide(undoingBy: "anna", reason: "stolen", at: day(2))))))
    #expect(
      chain.decide(restoringTo: other, by: week, at: day(3))
        == .rejected(.coolingDown(until: day(8))))
  }

  @Test(arguments: 1...100)
  func `the join of a chain says the same as the fold of its stream`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    let owners = owners(given)
    let state = given.fold(given.events.shuffled(using: &random))
    #expect(state.owners == owners.owners, "seed \(seed)")
    #expect(state.firstOwner == owners.firstOwner, "seed \(seed)")
  }

  @Test func `coins stay with the first owner`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.owned(by: player)
    given.changed(to: [other], account: other, .transferred, on: 2)
    given.grant(by: try Catalogs(gems(100)))
    #expect(given.book.grants.map(\.account) == [player])
    #expect(given.book.statuses(at: day(3)).map(\.account) == [player])
  }
}
