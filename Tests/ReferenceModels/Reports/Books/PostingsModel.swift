import Ledger

/// A reference model of the report `journal`: each booking in double entry, with a debit as a positive amount,
/// added up by day, entry, product, storefront and currency; what Apple settled; and on the last day what was
/// earned of deferred prices, or given back before that.
package struct PostingsModel {
  private let facts: ModelReportFacts
  private let mutation: BooksMutation?
  private let debt: DebtMutation?

  package init(
    _ facts: ModelReportFacts, mutation: BooksMutation? = nil, debt: DebtMutation? = nil
  ) {
    self.facts = facts
    self.mutation = mutation
    self.debt = debt
  }

  /// Returns a row for each account of an entry's day, product, storefront and currency, without amounts of 0.
  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    rows(of: question, in: ModelBooks(facts, for: question, mutation: mutation))
  }

  /// Returns the rows by books that were made for the cut of the question.
  package func rows(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    var daily = question
    daily.divisions = [.product, .storefront, .currency]
    daily.interval = .day
    let table = ModelBookTable(question: daily, mutation: mutation)
    let booked = rows(table, books) { booking in
      table.divisions(of: booking).merging(["entry": booking.entry.kind.rawValue]) { $1 }
    }
    return booked + recognition(of: daily, table) + settlements(table)
  }

  /// Returns the sum of each account and currency, without amounts of 0.
  package func sums(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    var whole = question
    whole.divisions = [.currency]
    whole.interval = nil
    let table = ModelBookTable(question: whole, mutation: mutation)
    return rows(table, books, heading: table.divisions)
  }

  private func rows(
    _ table: ModelBookTable, _ books: ModelBooks, heading: (ModelBooking) -> ModelReportRow
  ) -> [ModelReportRow] {
    table.rows(books.bookings, heading: heading, figures: postings).flatMap { row in
      let heading = row.filter { !Self.accounts.contains($0.key) }
      return Self.rows(
        heading,
        Self.accounts.compactMap { account in
          row[account].flatMap { Int128($0) }.map { (account, $0) }
        })
    }
  }

  private static func rows(
    _ heading: ModelReportRow, _ amounts: [(account: String, amount: Int128)]
  ) -> [ModelReportRow] {
    amounts.filter { $0.amount != 0 }.map { account, amount in
      heading.merging(["account": account, "amount": "\(amount)"]) { $1 }
    }
  }

  /// Returns what was earned in the time of deferred prices, or given back before it was earned.
  private func recognition(
    of question: ModelReportQuestion, _ table: ModelBookTable
  ) -> [ModelReportRow] {
    var whole = question
    (whole.divisions, whole.interval) = ([.product, .storefront], nil)
    let last =
      mutation == .recognizedOnNextDay
      ? question.to : Instant(milliseconds: question.to.milliseconds - 1)
    let figures = ["recognized", "refunded"]
    return DebtModel(facts, mutation: debt).rows(of: whole).flatMap { row in
      let heading = row.filter { ["product", "storefront", "currency"].contains($0.key) }
      let sums = figures.map { row[$0].flatMap { Int128($0) } ?? 0 }
      let returns = mutation == .unearnedReturnsAreRevenue ? "revenue" : "refunds"
      return Self.rows(
        heading.merging(["date": table.day(of: last).description, "entry": "recognition"]) { $1 },
        Dictionary(
          [("deferredRevenue", sums[0] + sums[1]), ("revenue", -sums[0]), (returns, -sums[1])],
          uniquingKeysWith: +
        ).map { ($0, $1) })
    }
  }

  /// Returns what Apple settled: of a fiscal month the amounts of its newest file, on the month's last day; what a
  /// newer file changes, too. What became known after that day was closed is of the first open day.
  private func settlements(_ table: ModelBookTable) -> [ModelReportRow] {
    let question = table.question
    let closes = ModelCloses(
      closes: facts.closes.filter {
        $0.app == question.app && $0.environment == question.environment
      })
    var booked: [ClosedRange<CivilDate>: [SettledMonth.Place: Int64]] = [:]
    var sums: [ModelReportRow: Int128] = [:]
    for event in facts.events where question.cut.holds(event.id) {
      guard case .shared(.settlementRecorded(let told)) = event.event,
        told.bundleID == question.app, question.environment == .production
      else { continue }
      let (month, before) = (told.settlement, booked[told.settlement.days] ?? [:])
      booked[month.days] = mutation == .settledOnTop ? [:] : month.amounts
      let moment = closes.booking(
        of: PacificTime.start(of: month.days.upperBound), by: event.id)
      guard table.isInTime(moment) else { continue }
      for place in Set(month.amounts.keys).union(before.keys) {
        let heading = [
          "date": table.day(of: moment).description, "entry": "settlement",
          "product": place.productID.rawValue, "storefront": place.storefront,
          "currency": place.currency,
        ]
        sums[heading, default: 0] += Int128(month.amounts[place] ?? 0) - Int128(before[place] ?? 0)
      }
    }
    return sums.flatMap { heading, sum in
      Self.rows(heading, [("settled", sum), ("receivable", -sum)])
    }
  }

  private static let accounts = [
    "receivable", "commission", "tax", "deferredRevenue", "revenue", "refunds", "upgrades",
  ]

  private func postings(of booking: ModelBooking) -> [String: Int128] {
    let (price, tax) = (booking.net(\.price), booking.net(\.tax))
    let commission = booking.net(\.commission)
    return [
      "receivable": price - tax - commission, "commission": commission, "tax": tax,
      income(of: booking.entry): -price,
    ]
  }

  /// Returns the account of a price: where it was sold, or where it is given back and taken back.
  private func income(of entry: ModelEntry) -> String {
    switch entry.kind {
    case .charge, .unpriced:
      entry.isDeferred && mutation != .serviceEarnedAtOnce ? "deferredRevenue" : "revenue"
    case .upgrade: "upgrades"
    case .refund, .reversal: "refunds"
    }
  }
}
