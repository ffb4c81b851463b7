import Ledger
import ReferenceModels
import Testing

@Suite struct DebtOfRandomLivesTests {
  @Test(arguments: 0..<60)
  func `months add up to their time, and divisions to their sum`(number: Int) throws {
    let life = RandomLife(seed: 7, number: number)
    guard let (facts, whole) = DebtOfRandomLives.question(of: life) else { return }
    let model = DebtModel(facts)
    var (monthly, undivided) = (whole, whole)
    monthly.interval = .month
    undivided.divisions = [.currency]
    let rows = model.rows(of: whole)
    #expect(rows.map(\.debt).allSatisfy { $0[0] + $0[1] - $0[2] - $0[3] == $0[4] })
    for figure in ["billed", "recognized", "refunded"] {
      #expect(
        sums(of: figure, rows, by: ["product", "storefront", "currency"])
          == sums(of: figure, model.rows(of: monthly), by: ["product", "storefront", "currency"]))
    }
    for figure in ["opening", "billed", "recognized", "refunded", "closing", "committed"] {
      #expect(
        sums(of: figure, rows, by: ["currency"])
          == sums(of: figure, model.rows(of: undivided), by: ["currency"]))
    }
  }

  private func sums(
    of figure: String, _ rows: [ModelReportRow], by columns: [String]
  ) -> [[String]: Int] {
    rows.reduce(into: [:]) { sums, row in
      sums[columns.map { row[$0] ?? "" }, default: 0] += Int(row[figure] ?? "") ?? 0
    }.filter { $0.value != 0 }
  }
}

/// Random lives with closes.
enum DebtOfRandomLives {
  /// Returns a life with its months closed on time, more or fewer of them by its number, and the question about
  /// all of it.
  static func question(
    of life: RandomLife
  ) -> (ModelReportFacts, ModelReportQuestion)? {
    guard let first = life.events.first, let last = life.events.last,
      case .chain(let chain)? = life.events.map(\.event.stream).first(where: {
        if case .chain = $0 { true } else { false }
      })
    else { return nil }
    let begin = CalendarMonth(of: first.recordedAt)
    var months = [begin.start]
    var month = begin
    while month.start < last.recordedAt, months.count < 5 + life.number % 30 {
      month = month.after
      months.append(month.start)
    }
    let closes = zip(months, months.dropFirst()).map { from, to in
      var cut = Position()
      for event in life.events where event.recordedAt < to { cut.reach(event.id) }
      return ModelClose(
        app: chain.bundleID, environment: chain.environment, from: from, to: to, cut: cut)
    }
    var cut = Position()
    for event in life.events { cut.reach(event.id) }
    let end = CalendarMonth(of: last.recordedAt).after.after.start
    return (
      ModelReportFacts(
        events: life.events, closes: closes, terms: life.terms, settings: life.settings),
      ModelReportQuestion(
        app: chain.bundleID, environment: chain.environment, from: begin.before.start, to: end,
        cut: cut, knownAt: last.recordedAt)
    )
  }
}
