import Ledger
import Testing

@Suite struct CommonsTests {
  private func entered(
    from: Double, until: Double? = nil, in app: BundleID? = nil
  ) -> LedgerEvent {
    .programmeEntered(
      ProgrammeEntered(
        programme: Programme.smallBusiness, bundleID: app, from: day(from), until: until.map(day),
        enteredAt: day(100)))
  }

  @Test func `of two words on one membership the later one stands`() {
    var commons = Commons()
    commons.take(entered(from: 10))
    commons.take(entered(from: 10, until: 50))
    #expect(
      commons.programmes == [Programme(Programme.smallBusiness, from: day(10), until: day(50))])
    commons.take(entered(from: 10))
    #expect(commons.programmes == [Programme(Programme.smallBusiness, from: day(10))])
  }

  @Test func `another beginning or another app is another membership`() {
    var commons = Commons()
    for event in [entered(from: 10), entered(from: 11), entered(from: 10, in: "com.example.game")] {
      commons.take(event)
    }
    #expect(commons.programmes.count == 3)
  }

  @Test func `terms published for one environment leave the others alone`() {
    let terms = CommissionTerms(rows: [CommissionTerm("all", thousandths: 100)])
    let settings = TenureSettings(yearOfService: .seconds(3_600))
    var commons = Commons()
    commons.take(
      .termsPublished(
        TermsPublished(
          environment: .sandbox, terms: terms, settings: settings, publishedAt: day(0))))
    #expect(commons.terms(in: .sandbox) == terms)
    #expect(commons.settings(in: .sandbox) == settings)
    #expect(commons.terms(in: .production) == .standard)
    #expect(commons.settings(in: .production) == .apple)
  }
}
