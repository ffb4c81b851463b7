import AppStoreSimulator
import Foundation
import Ledger
import ReferenceModels
import Testing

struct JoinTests {
  @Test(arguments: 1...300)
  func `any order, doubling and batching gives the same state and answers`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    let state = given.state
    let answers = Answers(state)
    let doubled = given.events + given.events.filter { _ in Bool.random(using: &random) }
    for _ in 0..<5 {
      let shuffled = doubled.shuffled(using: &random)
      #expect(given.fold(shuffled) == state, "seed \(seed)")
      let batched = merged(shuffled, of: given, using: &random)
      #expect(batched == state, "seed \(seed)")
      #expect(Answers(batched) == answers, "seed \(seed)")
    }
  }

  /// The answers of a state over its whole time.
  private struct Answers: Equatable {
    let entitlements: [[Entitlement]]
    let statuses: [SubscriptionStatus?]

    init(_ state: ChainState) {
      let moments = stride(from: 0.0, through: 220, by: 19.5).map(day)
      entitlements = moments.map { Entitlements.evaluate([state], at: $0) }
      statuses = moments.map { SubscriptionStatuses.evaluate(state, at: $0) }
    }
  }

  /// Folds parts separately, and joins the results in any order.
  private func merged(
    _ events: [RecordedEvent], of given: Given, using random: inout some RandomNumberGenerator
  ) -> ChainState {
    let parts = Dictionary(grouping: events) { _ in Int.random(in: 0..<4, using: &random) }
    var state = ChainState(given.chain)
    for part in parts.values.shuffled(using: &random) { state.merge(given.fold(part)) }
    return state
  }

  @Test(arguments: 1...100)
  func `the newest assertion stands, as sorting all of them says`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    var facts: [TransactionID: [TransactionFact]] = [:]
    for case .chain(.transactionObserved(let fact)) in given.events.map(\.event) {
      facts[fact.transactionID, default: []].append(fact)
    }
    for (id, facts) in facts {
      let sorted = facts.sorted { $0.assertion < $1.assertion }
      let known = given.state.transactions[id]
      #expect(known?.purchase == facts.toldPurchase, "seed \(seed)")
      #expect(known?.expiresDate == sorted.last?.expiresDate.value, "seed \(seed)")
      #expect(known?.isUpgraded == sorted.last { $0.isUpgraded != nil }?.isUpgraded ?? false)
      #expect(known?.revocation == sorted.toldRevocation)
      let dated = facts.filter { $0.assertion.trust > .sharedSecret }
      let first = dated.map(\.assertion.assertedAt).min()
      let firstEnds = dated.filter { $0.assertion.assertedAt == first }
      #expect(known?.firstExpiresDate == firstEnds.compactMap(\.expiresDate.value).min())
    }
  }

  @Test(arguments: 1...100)
  func `the newest status told stands, and a renewal without one says nothing of it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    var facts: [RenewalFact] = []
    for case .chain(.renewalObserved(let fact)) in given.events.map(\.event) { facts.append(fact) }
    let told = facts.filter { $0.status != nil }.max { $0.assertion < $1.assertion }
    let known = given.fold(given.events.shuffled(using: &random)).renewal
    #expect(known?.newestStatus?.value == told?.status, "seed \(seed)")
    #expect(known?.newestStatus?.assertion == told?.assertion, "seed \(seed)")
  }

  @Test(arguments: 1...50)
  func `a state survives being written and read`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let state = Given(history: &random).state
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(state)
    let read = try JSONDecoder().decode(ChainState.self, from: written)
    #expect(read == state, "seed \(seed)")
    #expect(try encoder.encode(read) == written, "seed \(seed)")
  }

  @Test func `a silent source erases nothing and a weaker one overrules nothing`() {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 5), said: 5)
    given.bought(
      "1", from: 0, to: 99, upgraded: nil, revocation: .silent, said: 20, trust: .sharedSecret)
    let known = given.state.transactions["1"]
    #expect(known?.revocation?.date == day(5))
    #expect(known?.expiresDate == day(30))
  }

  @Test func `an extension keeps the first expiry, and trust zero never sets it`() {
    var given = Given()
    given.bought("1", from: 0, to: 29, upgraded: nil, said: 0, trust: .sharedSecret)
    given.bought("1", from: 0, to: 30, said: 1)
    given.bought("1", from: 0, to: 60, said: 9)
    let known = given.state.transactions["1"]
    #expect(known?.firstExpiresDate == day(30))
    #expect(known?.expiresDate == day(60))
  }

  @Test func `of two first expiries said at one moment the lesser stands`() {
    var given = Given()
    for end in [37.0, 30, 33] { given.bought("1", from: 0, to: end, said: 0) }
    #expect(given.state.transactions["1"]?.firstExpiresDate == day(30))
    #expect(
      given.fold(given.events.reversed()).transactions["1"]?.firstExpiresDate == day(30))
  }

  @Test(arguments: [(-0.5, false), (1, false), (1.1, true)])
  func `a first copy of later than a day may be extended already`(said: Double, marked: Bool) {
    var given = Given()
    given.bought("1", from: 0, to: 37, said: said)
    #expect(given.state.transactions["1"]?.isFirstExpiryUncertain == marked)
  }

  @Test func `the first owner stays`() {
    var given = Given()
    let accounts = ["first", "second"].map { account(of: given, $0) }
    for account in accounts {
      given.record(
        .chain(
          .chainOwned(
            ChainOwned(
              chain: given.chain, account: account,
              decidedAt: day(0)))))
    }
    #expect(given.fold(given.events.reversed()).owners == [accounts[0]])
  }

  @Test func `the last change of hands stands, in whatever order it comes`() {
    var given = Given()
    let accounts = ["first", "second", "third"].map { account(of: given, $0) }
    given.owned(by: accounts[0])
    given.changed(to: [accounts[1]], account: accounts[1], .transferred, on: 1)
    given.changed(to: [accounts[2]], account: accounts[2], .transferred, on: 2)
    for events in [given.events, given.events.reversed(), given.events + given.events] {
      #expect(given.fold(events).owners == [accounts[2]])
      #expect(given.fold(events).firstOwner == accounts[0])
    }
  }

  private func account(of given: Given, _ name: AccountID) -> AccountReference {
    AccountReference(given.chain.environment, "com.example.game", name)
  }

  @Test func `the token that spoke last owns a chain, and the next renewal's says nothing`() throws
  {
    let old = try #require(UUID(uuidString: "AAAAAAAA-0000-4000-8000-000000000001"))
    let new = try #require(UUID(uuidString: "BBBBBBBB-0000-4000-8000-000000000002"))
    var given = Given()
    let (oldName, newName) = (
      account(of: given, AccountID(token: old)), account(of: given, AccountID(token: new))
    )
    given.bought("1", from: 0, to: 30)
    #expect(given.state.owner == .none)
    given.renews(said: 5, renewalDate: 30, token: new)
    #expect(given.state.owner == .none)
    given.bought("2", from: 30, to: 60, token: old)
    #expect(given.state.owner == .token(oldName))
    given.bought("3", from: 60, to: 90, token: new)
    #expect(given.state.owner == .token(newName))
    #expect(given.fold(given.events.reversed()).owner == .token(newName))
  }
}

extension [TransactionFact] {
  /// The revocation that stands by facts in the order of assertion: as the newest says, with the details
  /// that were told last of one of its date.
  fileprivate var toldRevocation: Revocation? {
    guard var revocation = last(where: { $0.revocation != .silent })?.revocation.value else {
      return nil
    }
    let told = filter { $0.assertion.trust > .sharedSecret }.compactMap(\.revocation.value)
      .filter { $0.date == revocation.date }
    revocation.reason = told.last { $0.reason != nil }?.reason ?? revocation.reason
    revocation.type = told.last { $0.type != nil }?.type ?? revocation.type
    revocation.percentage = told.last { $0.percentage != nil }?.percentage ?? revocation.percentage
    return revocation
  }
}
