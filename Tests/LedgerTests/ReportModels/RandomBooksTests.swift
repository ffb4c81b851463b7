import Ledger
import ReferenceModels
import Testing

struct RandomBooksTests {
  private static let taxes = [
    ModelTax(storefront: "USA", thousandths: 75), ModelTax(storefront: "JPN", thousandths: 100),
  ]

  /// A life with three closes in a row, two weeks after the ends of their months, and a question for the app.
  private struct Case {
    let facts: ModelReportFacts
    let question: ModelReportQuestion

    init(_ number: Int) {
      let life = RandomLife(seed: 20_260_101, number: number)
      let events = life.events.filter {
        if case .shared = $0.event { false } else { true }
      }
      let middle = events[events.count / 2].recordedAt
      var month = CalendarMonth(of: middle).before
      var closes: [ModelClose] = []
      for _ in 1...3 {
        let known = month.after.start + .seconds(14 * 86_400)
        closes.append(
          ModelClose(
            app: BooksGiven.app, environment: .production, from: month.start,
            to: month.after.start, cut: Self.cut(life.events, known)))
        month = month.after
      }
      facts = ModelReportFacts(
        events: life.events, closes: closes, terms: life.terms, settings: life.settings,
        taxes: RandomBooksTests.taxes)
      let end = Instant(milliseconds: 2_000_000_000_000)
      question = ModelReportQuestion(
        app: BooksGiven.app, from: nil, to: end, cut: Self.cut(life.events, end), knownAt: end)
    }

    static func cut(_ events: [RecordedEvent], _ known: Instant) -> Position {
      var cut = Position()
      for event in events where event.recordedAt <= known { cut.reach(event.id) }
      return cut
    }

    func reports(_ question: ModelReportQuestion, _ books: ModelBooks) -> [[ModelReportRow]] {
      let (sales, commission) = (SalesModel(facts), CommissionReportModel(facts))
      return [
        sales.rows(of: question, in: books), ProceedsModel(facts).rows(of: question, in: books),
        commission.rows(of: question, in: books),
      ]
    }
  }

  private static let divisions: Set<String> = [
    "product", "group", "storefront", "currency", "date", "rate", "reason",
  ]

  /// Returns the sums of all figures by currency.
  private func sums(_ rows: [ModelReportRow]) -> [String: Int128] {
    var sums: [String: Int128] = [:]
    for row in rows {
      for (column, figure) in row where !Self.divisions.contains(column) {
        sums["\(row["currency"] ?? "") \(column)", default: 0] += Int128(figure)!
      }
    }
    return sums.filter { $0.value != 0 }
  }

  @Test(arguments: 0..<12)
  func `divisions and intervals add up to the whole`(number: Int) {
    let life = Case(number)
    let books = ModelBooks(life.facts, for: life.question)
    var whole = life.question
    whole.divisions = []
    let expected = life.reports(whole, books).map(sums)
    for calendar in ModelReportQuestion.Calendar.allCases {
      for interval in [nil, ModelReportQuestion.Interval.day, .month] {
        var question = life.question
        (question.calendar, question.interval) = (calendar, interval)
        #expect(life.reports(question, books).map(sums) == expected)
      }
    }
    var (first, second) = (life.question, life.question)
    first.to = life.facts.closes[1].to
    second.from = first.to
    let parts = zip(life.reports(first, books), life.reports(second, books)).map { sums($0 + $1) }
    #expect(parts.map(withoutDoubts) == expected.map(withoutDoubts))
  }

  /// Returns the sums without the numbers of doubtful charges: those of a closed month are as it was closed.
  private func withoutDoubts(_ sums: [String: Int128]) -> [String: Int128] {
    sums.filter { name, _ in
      !["unpriced", "uncertain", "rateUncertain"].contains { name.hasSuffix($0) }
    }
  }

  @Test(arguments: 0..<12)
  func `a closed month stays as it was, and the commission of the three reports is one`(
    number: Int
  ) {
    let life = Case(number)
    let books = ModelBooks(life.facts, for: life.question)
    for close in life.facts.closes {
      var question = life.question
      (question.from, question.to) = (close.from, close.to)
      let later = life.reports(question, books)
      question.cut = close.cut
      let closed = life.reports(question, ModelBooks(life.facts, for: question))
      for (later, closed) in zip(later, closed) { #expect(Set(later) == Set(closed)) }
      #expect(
        later[1].reduce(0) { $0 + Int128($1["commission"]!)! }
          == later[2].reduce(0) { $0 + Int128($1["netCommission"]!)! })
    }
    let postings = PostingsModel(life.facts).rows(of: life.question, in: books)
    for rows in Dictionary(grouping: postings, by: { $0["currency"] }).values {
      #expect(rows.reduce(0) { $0 + Int128($1["amount"]!)! } == 0)
    }
  }

  /// Adds the bookings of each purchase up by their own moments: at no moment more is given back than was paid.
  @Test(arguments: 0..<12)
  func `no purchase gives back more than its price`(number: Int) {
    let life = Case(number)
    let books = ModelBooks(life.facts, for: life.question)
    for own in Dictionary(grouping: books.bookings, by: \.entry.purchase).values {
      for moment in Set(own.map(\.entry.moment)) {
        let known = own.filter { $0.entry.moment <= moment }
        let price = known.reduce(0) { $0 + $1.charged(\.price) }
        let returned = known.reduce(0) { $0 + $1.returned(\.price) }
        #expect(returned >= 0 && returned <= price)
      }
    }
  }

  /// Random lives have no files of Apple's, and what is recognized is in the model of debt.
  @Test(
    arguments: BooksMutation.allCases.filter {
      ![.settledOnTop, .recognizedOnNextDay].contains($0)
    })
  func `a mutation of one rule changes a report`(mutation: BooksMutation) {
    let isNoticed = (0..<40).lazy.map(Case.init).contains { life in
      var question = life.question
      (question.calendar, question.interval) = (.pacific, .day)
      if mutation == .cutIgnored { question.cut = life.facts.closes[1].cut }
      if mutation == .endIncluded { question.to = life.facts.closes[1].to }
      let facts =
        mutation == .closesOfOtherApps ? life.facts.withClosesOfAnotherApp : life.facts
      let (right, wrong) = (
        ModelBooks(facts, for: question), ModelBooks(facts, for: question, mutation: mutation)
      )
      let (sales, other) = (SalesModel(facts), SalesModel(facts, mutation: mutation))
      let (rates, others) = (
        CommissionReportModel(facts), CommissionReportModel(facts, mutation: mutation)
      )
      return Set(sales.rows(of: question, in: right)) != Set(other.rows(of: question, in: wrong))
        || Set(ProceedsModel(facts).rows(of: question, in: right))
          != Set(ProceedsModel(facts, mutation: mutation).rows(of: question, in: wrong))
        || Set(rates.rows(of: question, in: right)) != Set(others.rows(of: question, in: wrong))
        || Set(PostingsModel(facts).rows(of: question, in: right))
          != Set(PostingsModel(facts, mutation: mutation).rows(of: question, in: wrong))
    }
    #expect(isNoticed)
  }
}

extension ModelReportFacts {
  /// The same facts, of which another app alone has closed months.
  fileprivate var withClosesOfAnotherApp: ModelReportFacts {
    ModelReportFacts(
      events: events,
      closes: closes.map {
        ModelClose(
          app: "com.other", environment: $0.environment, from: $0.from, to: $0.to, cut: $0.cut)
      }, terms: terms, settings: settings, taxes: taxes)
  }
}
