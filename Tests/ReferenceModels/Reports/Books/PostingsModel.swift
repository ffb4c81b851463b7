import Ledger

/// A reference model of the journal's postings without those of recognition and settlement: each booking in
/// double entry, with a debit as a positive amount, added up by day, product, storefront and currency.
package struct PostingsModel {
  private let facts: ModelReportFacts
  private let mutation: BooksMutation?

  package init(_ facts: ModelReportFacts, mutation: BooksMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  /// Returns a row for each account of a day, product, storefront and currency, without amounts of 0.
  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    rows(of: question, in: ModelBooks(facts, for: question, mutation: mutation))
  }

  /// Returns the rows by books that were made for the cut of the question.
  package func rows(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    var daily = question
    daily.divisions = [.product, .storefront, .currency]
    daily.interval = .day
    return rows(of: daily, books)
  }

  /// Returns the sum of each account and currency, without amounts of 0.
  package func sums(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    var whole = question
    whole.divisions = [.currency]
    whole.interval = nil
    return rows(of: whole, books)
  }

  private func rows(of question: ModelReportQuestion, _ books: ModelBooks) -> [ModelReportRow] {
    let table = ModelBookTable(question: question, mutation: mutation)
    return table.rows(books.bookings, heading: table.divisions, figures: postings)
      .flatMap { row in
        Self.accounts.compactMap { account -> ModelReportRow? in
          guard let amount = row[account], amount != "0" else { return nil }
          var posting = row.filter { !Self.accounts.contains($0.key) }
          posting["account"] = account
          posting["amount"] = amount
          return posting
        }
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
    case .charge, .unpriced: entry.isDeferred ? "deferredRevenue" : "revenue"
    case .upgrade: "upgrades"
    case .refund: "refunds"
    case .reversal: entry.isOfUpgrade ? "upgrades" : "refunds"
    }
  }
}
