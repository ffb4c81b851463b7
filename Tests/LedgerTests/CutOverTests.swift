import Ledger
import Testing

struct CutOverTests {
  private func cutOver(before number: Double, environment: StoreEnvironment = .production)
    -> CutOverDeclared
  {
    CutOverDeclared(
      bundleID: game, environment: environment, before: day(number), decidedAt: day(100))
  }

  private func terms(_ catalogs: Catalogs, _ number: Double) -> GrantTerms {
    GrantTerms(catalogs, cutOver: cutOver(before: number))
  }

  @Test(arguments: [(-1.0, 1), (0, 1), (0.001, 0), (5, 0)])
  func `a purchase before the cut-over date is not granted here`(before: Double, count: Int) throws
  {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let terms = terms(try Catalogs(gems(100)), before)
    let due = given.book.due(by: terms, decidedAt: day(9))
    #expect(due.map(\.deliveredBefore) == [count == 0 ? day(before) : nil])
    #expect(given.book.grantedExternally(by: terms).all == (count == 0 ? ["1000"] : []))
    #expect(given.book.grantedExternally(by: terms).unpriced == [])
  }

  @Test func `a purchase before the cut-over date does not wait for a catalog`() {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let terms = terms(Catalogs(), 1)
    #expect(given.book.unpriced(by: terms) == [])
    #expect(given.book.grantedExternally(by: terms).all == ["1000"])
    #expect(given.book.grantedExternally(by: terms).unpriced == ["1000"])
    #expect(given.book.unpriced(by: GrantTerms(Catalogs())) == ["1000"])
  }

  @Test func `a grant already made stays when a later cut-over date is declared`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    given.grant(by: try Catalogs(gems(100)))
    let terms = terms(try Catalogs(gems(100)), 7)
    #expect(given.book.grants.map(\.amount) == [100])
    #expect(given.book.statuses.map(\.takenBack) == [0])
    #expect(given.book.grantedExternally(by: terms).all == [])
  }

  @Test func `a purchase that grants nothing is not granted externally`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let nothing = CatalogProduct("gems", type: .consumable, grants: [])
    #expect(given.book.grantedExternally(by: terms(try Catalogs(nothing), 7)).all == [])
  }

  @Test func `the last of several cut-over dates holds, in its app and environment alone`() {
    var shared = SharedState()
    for cutOver in [
      cutOver(before: 5), cutOver(before: 9, environment: .sandbox), cutOver(before: 3),
    ] {
      shared.apply(.shared(.cutOverDeclared(cutOver)))
    }
    let cutOvers = shared.cutOvers
    #expect(cutOvers.current(in: game, environment: .production)?.before == day(3))
    #expect(cutOvers.current(in: game, environment: .sandbox)?.before == day(9))
    #expect(cutOvers.current(in: "com.example.other", environment: .production) == nil)
    #expect(cutOvers.current(in: game).map(\.environment) == [.production, .sandbox])
  }

  @Test func `a cut-over date is moved back only if an earlier declaration was later`() {
    var cutOvers = CutOvers()
    let moved = [cutOver(before: 5), cutOver(before: 7), cutOver(before: 6)]
    for cutOver in moved { cutOvers.declare(cutOver) }
    #expect(moved.map(cutOvers.isMovedBack) == [false, false, true])
  }
}
