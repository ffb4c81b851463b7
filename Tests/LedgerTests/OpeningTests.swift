import Ledger
import Testing

@Suite struct OpeningTests {
  private func opening(before number: Double, environment: StoreEnvironment = .production)
    -> OpeningDeclared
  {
    OpeningDeclared(
      bundleID: game, environment: environment, before: day(number), decidedAt: day(100))
  }

  private func terms(_ catalogues: Catalogues, _ number: Double) -> GrantTerms {
    GrantTerms(catalogues, opening: opening(before: number))
  }

  @Test(arguments: [(-1.0, 1), (0, 1), (0.001, 0), (5, 0)])
  func `what was bought before the opening is not granted`(before: Double, count: Int) throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let terms = terms(try Catalogues(gems(100)), before)
    #expect(given.book.due(by: terms, decidedAt: day(9)).count == count)
    #expect(given.book.deliveredElsewhere(by: terms).all == (count == 0 ? ["1000"] : []))
    #expect(given.book.deliveredElsewhere(by: terms).unpriced == [])
  }

  @Test func `what was bought before the opening does not wait for a catalogue`() {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let terms = terms(Catalogues(), 1)
    #expect(given.book.unpriced(by: terms) == [])
    #expect(given.book.deliveredElsewhere(by: terms).all == ["1000"])
    #expect(given.book.deliveredElsewhere(by: terms).unpriced == ["1000"])
    #expect(given.book.unpriced(by: GrantTerms(Catalogues())) == ["1000"])
  }

  @Test func `a grant already made stays when an opening is declared after its purchase`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    given.grant(by: try Catalogues(gems(100)))
    let terms = terms(try Catalogues(gems(100)), 7)
    #expect(given.book.grants.map(\.amount) == [100])
    #expect(given.book.standings.map(\.takenBack) == [0])
    #expect(given.book.deliveredElsewhere(by: terms).all == [])
  }

  @Test func `a purchase that grants nothing is not said to be delivered elsewhere`() throws {
    var given = Given(consumable: "1000")
    given.boughtGems(on: 0)
    let nothing = CatalogueProduct("gems", type: .consumable, grants: [])
    #expect(given.book.deliveredElsewhere(by: terms(try Catalogues(nothing), 7)).all == [])
  }

  @Test func `of several openings the last one stands, in its app and environment alone`() {
    var commons = Commons()
    for opening in [
      opening(before: 5), opening(before: 9, environment: .sandbox), opening(before: 3),
    ] {
      commons.take(.openingDeclared(opening))
    }
    let openings = commons.openings
    #expect(openings.standing(in: game, environment: .production)?.before == day(3))
    #expect(openings.standing(in: game, environment: .sandbox)?.before == day(9))
    #expect(openings.standing(in: "com.example.other", environment: .production) == nil)
    #expect(openings.standing(in: game).map(\.environment) == [.production, .sandbox])
  }

  @Test func `an opening is moved back only where one before it was later`() {
    var openings = Openings()
    let moved = [opening(before: 5), opening(before: 7), opening(before: 6)]
    for opening in moved { openings.declare(opening) }
    #expect(moved.map(openings.isMovedBack) == [false, false, true])
  }
}
