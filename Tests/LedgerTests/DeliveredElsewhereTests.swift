import Ledger
import Testing

/// A pack of 100 gems that was bought on day 0 and delivered elsewhere: the cut-over date is day 20.
struct DeliveredElsewhereTests {
  private static func terms(_ before: Double = 20) throws -> GrantTerms {
    GrantTerms(
      try Catalogs(gems(100)),
      cutOver: CutOverDeclared(
        bundleID: game, environment: .production, before: day(before), decidedAt: day(25)))
  }

  private static func given(
    _ refund: Asserted<Revocation> = .absent, said: Double = 30
  ) throws -> Given {
    var given = Given(consumable: "1000")
    given.owned(by: player)
    given.boughtGems(on: 0)
    given.decide(by: try terms(), on: 26)
    given.boughtGems(on: 0, revocation: refund, said: said)
    return given
  }

  private static func wallet(_ given: Given) -> Wallet {
    var wallet = Wallet()
    wallet.follow(given.book.statusesOfWallets)
    return wallet
  }

  @Test func `it is listed and never credited`() throws {
    let given = try Self.given()
    #expect(given.book.grants.map(\.amount) == [100])
    #expect(given.book.statuses.map(\.takenBack) == [0])
    #expect(Self.wallet(given).entries.isEmpty)
    #expect(given.book.due(by: try Self.terms(), decidedAt: day(27)).isEmpty)
    #expect(given.book.isBooked("1000", by: try Self.terms(), acknowledged: []))
  }

  /// The gems may be spent by now: the wallet owes them.
  @Test func `a refund after the cut-over date is taken back`() throws {
    let wallet = Self.wallet(try Self.given(refund(on: 29)))
    #expect(wallet.balance() == -100)
    #expect(wallet.total() == 0)
    #expect(wallet.entries.map(\.change) == [-100])
  }

  @Test func `a refund of half takes fifty gems`() throws {
    #expect(Self.wallet(try Self.given(partialRefund(50_000, on: 29))).balance() == -50)
  }

  @Test(arguments: [(19.999, 0), (20.0, -100)] as [(Double, Int64)])
  func `a refund dated before the cut-over date was felt elsewhere`(
    date: Double, balance: Int64
  ) throws {
    #expect(Self.wallet(try Self.given(refund(on: date))).balance() == balance)
  }

  @Test func `a reversal gives the gems back`() throws {
    var given = try Self.given(refund(on: 29))
    var wallet = Self.wallet(given)
    given.boughtGems(on: 0, said: 33)
    wallet.follow(given.book.statusesOfWallets)
    #expect(wallet.entries.map(\.change) == [-100, 100])
    #expect(wallet.balance() == 0)
  }

  /// The declaration was wrong: the purchase was not delivered elsewhere after all.
  @Test func `a cut-over date that is moved back grants it here`() throws {
    var given = try Self.given(refund(on: 29))
    var wallet = Self.wallet(given)
    given.decide(by: try Self.terms(-5), on: 40)
    #expect(given.book.grants.map(\.deliveredBefore) == [nil])
    wallet.follow(given.book.statusesOfWallets)
    #expect(wallet.entries.map(\.change) == [-100, 100])
    #expect(wallet.balance() == 0)
    #expect(given.book.due(by: try Self.terms(-5), decidedAt: day(41)).isEmpty)
  }

  /// An operator moves the coins to another account: the debt goes along.
  @Test func `the debt moves with the coins`() throws {
    var given = try Self.given(refund(on: 29))
    var wallets = (Self.wallet(given), Wallet(of: bert, in: game, environment: .production))
    let grant = try #require(given.book.grants.first)
    given.moved(grant, on: 35)
    let statuses = given.book.statusesOfWallets
    wallets.0.follow(statuses.filter { $0.account == player })
    wallets.1.follow(statuses.filter { $0.account == bert })
    #expect(wallets.0.balance() == 0)
    #expect(wallets.1.balance() == -100)
  }

  @Test func `its state is acknowledged until it is revoked as a whole`() throws {
    for (refund, state) in [
      (.absent, .acknowledged), (partialRefund(50_000, on: 29), .acknowledged),
      (refund(on: 29), .revoked),
    ] as [(Asserted<Revocation>, GrantState)] {
      let status = try #require(try Self.given(refund).book.statuses.first)
      #expect(
        GrantState(
          status.grant, revokedAmount: status.takenBack, hasAccount: true, isAcknowledged: false)
          == state)
    }
  }
}

extension Given {
  fileprivate mutating func decide(by terms: GrantTerms, on number: Double) {
    for grant in book.due(by: terms, decidedAt: day(number)) {
      record(.chain(.grantMade(grant)))
    }
  }
}
