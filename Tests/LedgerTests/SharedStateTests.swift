import Ledger
import Testing

struct SharedStateTests {
  private func entered(
    from: Double, until: Double? = nil, in app: BundleID? = nil
  ) -> LedgerEvent {
    .shared(
      .programEntered(
        ProgramEntered(
          program: Program.smallBusiness, bundleID: app, from: day(from), until: until.map(day),
          enteredAt: day(100))))
  }

  @Test func `of two words on one membership the later one stands`() {
    var shared = SharedState()
    shared.apply(entered(from: 10))
    shared.apply(entered(from: 10, until: 50))
    #expect(
      shared.programs == [Program(Program.smallBusiness, from: day(10), until: day(50))])
    shared.apply(entered(from: 10))
    #expect(shared.programs == [Program(Program.smallBusiness, from: day(10))])
  }

  @Test func `another beginning or another app is another membership`() {
    var shared = SharedState()
    for event in [entered(from: 10), entered(from: 11), entered(from: 10, in: "com.example.game")] {
      shared.apply(event)
    }
    #expect(shared.programs.count == 3)
  }

  @Test func `terms published for one environment leave the others alone`() {
    let terms = CommissionTerms(rows: [CommissionTerm("all", thousandths: 100)])
    let settings = TenureSettings(yearOfService: .seconds(3_600))
    var shared = SharedState()
    shared.apply(
      .shared(
        .termsPublished(
          TermsPublished(
            environment: .sandbox, terms: terms, settings: settings, publishedAt: day(0)))))
    #expect(shared.terms(in: .sandbox) == terms)
    #expect(shared.settings(in: .sandbox) == settings)
    #expect(shared.terms(in: .production) == .standard)
    #expect(shared.settings(in: .production) == .apple)
  }
}
