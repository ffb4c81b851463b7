import Ledger

/// A reference model of the report `sales`.
package struct SalesModel {
  private let facts: ModelReportFacts
  private let mutation: BooksMutation?

  package init(_ facts: ModelReportFacts, mutation: BooksMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    rows(of: question, in: ModelBooks(facts, for: question, mutation: mutation))
  }

  /// Returns the rows by books that were made for the cut of the question.
  package func rows(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    let table = ModelBookTable(question: question, mutation: mutation)
    return table.rows(books.bookings, heading: table.divisions) { booking in
      [
        "charges": booking.count(.charge), "sales": booking.price(.charge),
        "refunds": booking.count(.refund), "refunded": booking.price(.refund),
        "upgraded": booking.price(.upgrade), "reversed": booking.price(.reversal),
        "net": booking.net(\.price), "adjustments": booking.isLate ? booking.net(\.price) : 0,
        "byRules": 0,
      ]
    }
  }
}

/// A reference model of the report `proceeds`.
package struct ProceedsModel {
  private let facts: ModelReportFacts
  private let mutation: BooksMutation?

  package init(_ facts: ModelReportFacts, mutation: BooksMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    rows(of: question, in: ModelBooks(facts, for: question, mutation: mutation))
  }

  /// Returns the rows by books that were made for the cut of the question. `adjustments` is a part of `net`.
  package func rows(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    let table = ModelBookTable(question: question, mutation: mutation)
    return table.rows(books.bookings, heading: table.divisions) { booking in
      let (net, tax) = (booking.net(\.price), booking.net(\.tax))
      let commission = booking.net(\.commission)
      return [
        "net": net, "estimatedTax": tax, "commission": commission,
        "proceeds": net - tax - commission, "adjustments": booking.isLate ? net : 0, "byRules": 0,
      ]
    }
  }
}

extension ModelBooks {
  /// Creates the books that a question asks for.
  package init(
    _ facts: ModelReportFacts, for question: ModelReportQuestion, mutation: BooksMutation? = nil
  ) {
    self.init(
      facts, app: question.app, environment: question.environment, cut: question.cut,
      mutation: mutation)
  }
}
