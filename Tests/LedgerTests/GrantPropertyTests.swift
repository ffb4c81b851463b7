import AppStoreSimulator
import Ledger
import Testing

struct GrantPropertyTests {
  private static let end = day(1_000)

  @Test(arguments: 1...100)
  func `any order, doubling and pace of deciding ends in the same coins`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let catalogs = try Catalogs([
      (-99, [goldMonthly(70), gems(10)]), (40, [goldMonthly(90), gems(30)]),
    ])
    for given in [Given(history: &random), Given(purchases: &random, isShared: true)] {
      let coins = coins(decided(given.events, of: given, by: catalogs, pace: 0, using: &random))
      for _ in 0..<4 {
        let doubled = given.events + given.events.filter { _ in Bool.random(using: &random) }
        let shuffled = doubled.shuffled(using: &random)
        let book = decided(shuffled, of: given, by: catalogs, pace: 3, using: &random)
        #expect(self.coins(book) == coins, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...100)
  func `consumables end in the same grants and the same amounts taken back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let catalogs = try Catalogs([(-99, [gems(10)]), (20, [gems(30)])])
    let given = Given(purchases: &random)
    let grants = grants(decided(given.events, of: given, by: catalogs, pace: 0, using: &random))
    for _ in 0..<4 {
      let book = decided(
        given.events.shuffled(using: &random), of: given, by: catalogs, pace: 2, using: &random)
      #expect(self.grants(book) == grants, "seed \(seed)")
    }
  }

  @Test(arguments: 1...100)
  func `what waited for a catalog gets what a latecomer gets`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let given = Given(purchases: &random)
    let catalogs = try Catalogs([(500, [gems(10)]), (600, [gems(30)])])
    var early = given
    for number in 0...2 {
      var known = Catalogs()
      for catalog in catalogs.published.prefix(number) { known.publish(catalog) }
      early.grant(by: known)
    }
    var late = given
    late.grant(by: catalogs)
    #expect(early.book.grants == late.book.grants, "seed \(seed)")
    #expect(early.book.unpriced(by: catalogs).isEmpty, "seed \(seed)")
  }

  @Test(arguments: 1...100)
  func `a wallet that follows at any pace ends with what the grants are worth`(seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let catalogs = try Catalogs(gems(10), goldMonthly(70))
    var given = Given(purchases: &random)
    given.owned()
    var wallet = Wallet()
    var book = GrantBook(given.chain)
    for event in given.events.shuffled(using: &random) {
      book.record(
        RecordedEvent(
          id: EventID(lane: event.id.lane, position: book.revision + 1),
          recordedAt: event.recordedAt, event: event.event, evidence: nil))
      decide(&book, by: catalogs)
      if Bool.random(using: &random) { wallet.follow(book.statuses(at: Self.end)) }
    }
    for _ in 0..<2 { wallet.follow(book.statuses(at: Self.end)) }
    #expect(wallet.balance() == coins(book).values.reduce(0, +), "seed \(seed)")
    #expect(wallet.total() == 0, "seed \(seed)")
    let credits = wallet.entries.filter { $0.postings.contains { $0.account == .issued } }
    #expect(credits.count == book.grants.count, "seed \(seed)")
  }

  /// Folds these events and decides now and then, and certainly at the end.
  private func decided(
    _ events: [RecordedEvent], of given: Given, by catalogs: Catalogs, pace: Int,
    using random: inout some RandomNumberGenerator
  ) -> GrantBook {
    var book = GrantBook(given.chain)
    for event in events {
      book.record(event)
      if pace > 0, Int.random(in: 0..<pace, using: &random) == 0 { decide(&book, by: catalogs) }
    }
    decide(&book, by: catalogs)
    #expect(book.due(by: catalogs, decidedAt: Self.end).isEmpty)
    return book
  }

  private func decide(_ book: inout GrantBook, by catalogs: Catalogs) {
    for grant in book.due(by: catalogs, decidedAt: Self.end) {
      book.record(
        RecordedEvent(
          id: EventID(lane: 1, position: book.revision + 1), recordedAt: Self.end,
          event: .chain(.grantMade(grant)), evidence: nil))
    }
  }

  /// Returns the worth of each grant in the end, without grants worth nothing: whether they were
  /// made does not matter.
  private func coins(_ book: GrantBook) -> [GrantID: Int64] {
    let worth = book.statuses(at: Self.end).map { ($0.grant.id, $0.grant.amount - $0.takenBack) }
    return Dictionary(uniqueKeysWithValues: worth.filter { $0.1 > 0 })
  }

  private func grants(_ book: GrantBook) -> [GrantID: [Int64]] {
    Dictionary(
      uniqueKeysWithValues: book.statuses(at: Self.end).map {
        ($0.grant.id, [$0.grant.amount, $0.takenBack])
      })
  }
}
