import Ledger
import Testing

struct TakeBackTests {
  private func takenBack(_ given: Given, on number: Double) -> Int64? {
    given.book.statuses(at: day(number)).first?.takenBack
  }

  private func granted(_ amount: Int64) throws -> Given {
    var given = Given(consumable: "1000")
    given.boughtGems()
    given.grant(by: try Catalogs(gems(amount)))
    return given
  }

  @Test(
    arguments: [
      (100, nil, 100), (100, 100_000, 100), (100, 50_000, 50), (100, 67_932, 68), (3, 33_333, 1),
      (3, 16_667, 1), (3, 16_666, 0), (300, 33_333, 100), (100, 0, 0), (100, -5, 0),
      (100, 200_000, 100), (1, 99_999, 1), (1, 50_000, 1), (1, 49_999, 0),
      (100_000_000_000_000, 99_999, 99_999_000_000_000),
    ] as [(Int64, Int32?, Int64)])
  func `the refunded share is taken back, rounded to the nearest, and all without one`(
    amount: Int64, percentage: Int32?, takenBack: Int64
  ) throws {
    var given = try granted(amount)
    given.boughtGems(revocation: partialRefund(percentage, on: 5), said: 6)
    #expect(self.takenBack(given, on: 6) == takenBack)
  }

  @Test(
    arguments: [
      ("REFUND_FULL", 100), ("REFUND_PRORATED", 25), ("FAMILY_REVOKE", 25), ("SOMETHING_NEW", 25),
    ] as [(String, Int64)])
  func `the share decides, unless everything was refunded`(type: String, amount: Int64) throws {
    var given = try granted(100)
    given.boughtGems(revocation: partialRefund(25_000, on: 5, type: type), said: 6)
    #expect(takenBack(given, on: 6) == amount)
    given.boughtGems(revocation: partialRefund(nil, on: 5, type: type), said: 7)
    #expect(takenBack(given, on: 7) == amount)
    given.boughtGems(revocation: partialRefund(nil, on: 8, type: type), said: 9)
    #expect(takenBack(given, on: 9) == 100)
  }

  @Test(arguments: [(4.9, 0), (5, 100), (19, 100), (20, 0), (90, 0)] as [(Double, Int64)])
  func `a reversal gives back, and the days between were taken`(number: Double, amount: Int64)
    throws
  {
    var given = try granted(100)
    given.boughtGems(revocation: refund(on: 5), said: 6)
    given.boughtGems(revocation: .absent, said: 20)
    #expect(takenBack(given, on: number) == amount)
  }

  @Test(arguments: [(4, 0), (5, 20), (9, 20), (10, 70)] as [(Double, Int64)])
  func `of two refunds the earlier holds until the later one's date`(number: Double, amount: Int64)
    throws
  {
    var given = try granted(100)
    given.boughtGems(revocation: partialRefund(20_000, on: 5), said: 6)
    given.boughtGems(revocation: partialRefund(70_000, on: 10), said: 11)
    #expect(takenBack(given, on: number) == amount)
  }

  @Test(arguments: [(9, 20), (10, 70), (14, 70), (15, 0)] as [(Double, Int64)])
  func `a later refund holds too where only a receipt tells it`(number: Double, amount: Int64)
    throws
  {
    var given = try granted(100)
    given.boughtGems(revocation: partialRefund(20_000, on: 5), said: 6)
    given.boughtGems(revocation: partialRefund(70_000, on: 10), said: 11, trust: .receipt)
    #expect(takenBack(given, on: 14) == 70)
    given.boughtGems(revocation: .absent, said: 15)
    #expect(takenBack(given, on: number) == amount)
  }

  @Test func `a refund asserted again after its reversal stands`() throws {
    var given = try granted(100)
    given.boughtGems(revocation: refund(on: 5), said: 6)
    given.boughtGems(revocation: .absent, said: 8)
    given.boughtGems(revocation: refund(on: 5), said: 9)
    #expect(takenBack(given, on: 9) == 100)
  }

  @Test(arguments: [Asserted<Revocation>.silent, .absent])
  func `a refund by a shared secret alone takes nothing`(known: Asserted<Revocation>) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(revocation: known)
    given.grant(by: try Catalogs(gems(100)))
    given.boughtGems(revocation: refund(on: 5), said: 6, trust: .sharedSecret)
    #expect(takenBack(given, on: 6) == 0)
  }

  @Test func `a refund known before the grant is made takes it back all the same`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(revocation: partialRefund(30_000, on: 5), said: 6)
    given.grant(by: try Catalogs(gems(10)))
    #expect(given.book.statuses(at: day(7)).map(\.takenBack) == [3])
  }

  @Test func `what turns out to be a family share is taken back`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt)
    given.grant(by: try Catalogs(goldMonthly(5)))
    #expect(takenBack(given, on: 1) == 0)
    given.bought("1", from: 0, to: 30, ownership: .familyShared, said: 2)
    #expect(takenBack(given, on: 3) == 5)
  }

  @Test func `what turns out to be a trial is taken back`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, trust: .receipt)
    given.grant(by: try Catalogs(goldMonthly(5)))
    given.bought("1", from: 0, to: 30, offer: trial, said: 2)
    #expect(takenBack(given, on: 3) == 5)
  }

  /// Granting reads the chain as far as the refund. Before the next grant is recorded, the refund is reversed.
  /// Until then 20 of 30 days are given back: 67 of 100 coins, so that 33 are left beside the new 100.
  @Test func `a wallet follows what a book did not know when a grant was added to it`() throws {
    var given = Given()
    let catalogs = try Catalogs(goldMonthly(100))
    given.bought("1000", from: 0, to: 30)
    given.owned()
    given.grant(by: catalogs, on: 1)
    var wallet = Wallet()
    wallet.follow(given.book.statusesOfWallets)
    #expect(wallet.balance() == 100)

    given.bought("1000", from: 0, to: 30, revocation: partialRefund(nil, on: 10), said: 10)
    given.bought("2000", from: 30, to: 60)
    var read = given.book
    given.bought("1000", from: 0, to: 30, said: 31)
    let due = try #require(read.due(by: catalogs, decidedAt: day(32)).first)
    given.record(.chain(.grantMade(due)))
    read.add(due, recordedAs: try #require(given.events.last).id)

    wallet.follow(read.statusesOfWallets)
    #expect(wallet.balance() == 133)
    wallet.follow(given.book.statusesOfWallets)
    #expect(wallet.balance() == 200)
  }
}
