import Ledger
import ReferenceModels
import Testing

/// The reports of customers over random lives: identities that hold whatever happened.
struct CustomersRandomTests {
  private func question(
    _ life: RandomLife, _ from: Instant?, _ to: Instant,
    by divisions: Set<ModelReportQuestion.Division>
  ) -> ModelReportQuestion {
    var cut = Position()
    for event in life.events { cut.reach(event.id) }
    var question = ModelReportQuestion(
      app: "com.example.game", from: from, to: to, cut: cut,
      knownAt: life.events.last?.recordedAt ?? to)
    question.divisions = divisions
    return question
  }

  private func sums(_ rows: [ModelReportRow]) -> [String: Int64] {
    rows.reduce(into: [:]) { sums, row in
      for (column, value) in row { sums[column, default: 0] += Int64(value) ?? 0 }
    }
  }

  private func balance(_ sums: [String: Int64], _ plus: [String], _ minus: [String]) -> Int64 {
    plus.map { sums[$0, default: 0] }.reduce(0, +) - minus.map { sums[$0, default: 0] }.reduce(0, +)
  }

  @Test(arguments: 0..<120)
  func `openings and changes make closings, and divisions add up`(number: Int) {
    let life = RandomLife(seed: 7, number: number)
    let facts = ModelReportFacts(
      events: life.events, terms: life.terms, settings: life.settings,
      taxes: [ModelTax(storefront: "DEU", thousandths: 190)])
    let moments = life.boundaries.sorted()
    let from = Instant(milliseconds: moments[moments.count / 3])
    let to = Instant(milliseconds: moments[moments.count * 2 / 3])
    let whole = question(life, from, to, by: [])
    let divided = question(life, from, to, by: [.product, .group, .storefront])
    let subscribers = sums(SubscribersModel(facts).rows(of: divided))
    let begun = [
      "opening", "trials", "new", "recovered", "returnedInTime", "returnedLate", "switchedIn",
    ]
    let ended = [
      "switchedOut", "endedByChoice", "endedByBilling", "endedByPrice", "endedByRefund",
      "endedOtherwise", "closing",
    ]
    #expect(balance(subscribers, begun, ended) == 0)
    let together = sums(SubscribersModel(facts).rows(of: whole))
    for column in SubscribersModel.columns where !column.hasPrefix("switched") {
      #expect(subscribers[column, default: 0] == together[column, default: 0], "\(column)")
    }
    let revenue = sums(RecurringRevenueModel(facts).rows(of: divided))
    #expect(
      balance(
        revenue, ["opening", "new", "returned", "expansion", "switchedIn"],
        ["contraction", "switchedOut", "churned", "closing"]) == 0)
    #expect(revenue["paying", default: 0] == subscribers["paying", default: 0])
    let retention = RetentionModel(facts).rows(of: whole)
    #expect(retention.allSatisfy { ($0["share"] ?? "9") <= "1.0000" })
    let tenure = TenureReportModel(facts).rows(of: whole)
    #expect(tenure.allSatisfy { Int64($0["customers"] ?? "") ?? 0 > 0 })
  }

  @Test(arguments: 0..<60)
  func `the parts of a time make the whole`(number: Int) {
    let life = RandomLife(seed: 11, number: number)
    let facts = ModelReportFacts(events: life.events, terms: life.terms, settings: life.settings)
    let moments = life.boundaries.sorted()
    let cuts = [1, 2, 3].map { Instant(milliseconds: moments[(moments.count - 1) * $0 / 3]) }
    func asked(_ from: Instant, _ to: Instant) -> ModelReportQuestion {
      question(life, from, to, by: [.product, .storefront])
    }
    for report in [SubscribersModel(facts).rows, RecurringRevenueModel(facts).rows] {
      let first = sums(report(asked(cuts[0], cuts[1])))
      let second = sums(report(asked(cuts[1], cuts[2])))
      let whole = sums(report(asked(cuts[0], cuts[2])))
      #expect(first["closing", default: 0] == second["opening", default: 0])
      for column in whole.keys where !["opening", "closing", "paying", "unpriced"].contains(column)
      {
        #expect(
          first[column, default: 0] + second[column, default: 0] == whole[column], "\(column)")
      }
    }
    let months = [(cuts[0], cuts[1]), (cuts[1], cuts[2])].flatMap { from, to in
      RetentionModel(facts).rows(of: asked(from, to))
    }
    #expect(Set(months) == Set(RetentionModel(facts).rows(of: asked(cuts[0], cuts[2]))))
  }

  /// No life switches renewals off, and few are close to a lapse or have the last month of a commitment.
  @Test
  func `every mutation changes a report of some life`() {
    var unseen = Set(CustomersMutation.allCases)
    for number in 0..<80 {
      let life = RandomLife(seed: 3, number: number)
      let facts = ModelReportFacts(
        events: life.events, terms: life.terms, settings: life.settings,
        taxes: [ModelTax(storefront: "DEU", thousandths: 190)])
      let moments = life.boundaries.sorted()
      for index in [1, 2] {
        let to = Instant(milliseconds: moments[moments.count * index / 3])
        var asked = question(life, nil, to, by: [.product, .group, .storefront])
        asked.calendar = .pacific
        remove(from: &unseen, facts, asked)
      }
    }
    remove(from: &unseen, canceled.facts, canceled.question(nil, 399))
    remove(from: &unseen, lapsing.facts, lapsing.question(nil, 430.02))
    #expect(unseen.map(\.rawValue).sorted() == [])
  }

  /// A customer whose last month of a commitment is followed by none.
  private var canceled: CustomersGiven {
    var given = CustomersGiven()
    given.bought("1", 0, 365, reason: "PURCHASE")
    given.bought("2", 395, 426, commitment: Commitment(period: 12, of: 12))
    given.renews(said: 398, at: 426, autoRenew: false)
    return given
  }

  /// A customer who lapses at day 460 and an hour.
  private var lapsing: CustomersGiven {
    var given = CustomersGiven()
    given.bought("1", 369, 400, reason: "PURCHASE")
    return given
  }

  private func remove(
    from unseen: inout Set<CustomersMutation>, _ facts: ModelReportFacts,
    _ question: ModelReportQuestion
  ) {
    let right = answers(facts, question, nil)
    unseen = unseen.filter { answers(facts, question, $0) == right }
  }

  private func answers(
    _ facts: ModelReportFacts, _ question: ModelReportQuestion, _ mutation: CustomersMutation?
  ) -> [Set<ModelReportRow>] {
    [
      Set(SubscribersModel(facts, mutation: mutation).rows(of: question)),
      Set(RecurringRevenueModel(facts, mutation: mutation).rows(of: question)),
      Set(RetentionModel(facts, mutation: mutation).rows(of: question)),
      Set(TenureReportModel(facts, mutation: mutation).rows(of: question)),
    ]
  }
}
