import Ledger

/// A reference model of the report `commission`: a row for each rate and reason of a division.
package struct CommissionReportModel {
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
    return table.rows(
      books.bookings.map { ($0, figures(of: $0)) }
        + books.standing(at: question).map { ($0, doubts(of: $0)) }
    ) { booking in
      var heading = table.divisions(of: booking)
      heading["rate"] = booking.entry.rate?.fraction ?? ""
      heading["reason"] = booking.entry.rate?.name ?? ""
      return heading
    }
  }

  /// Returns the counts of a charge, or of a purchase without a price, of the time itself.
  private func doubts(of booking: ModelBooking) -> [String: Int128] {
    var doubts = figures(of: booking).mapValues { _ in Int128(0) }
    doubts["unpriced"] = booking.count(.unpriced)
    doubts["uncertain"] = booking.entry.doubts.areDaysUncertain ? 1 : 0
    doubts["rateUncertain"] = booking.entry.doubts.isRateUncertain ? 1 : 0
    return doubts
  }

  private func figures(of booking: ModelBooking) -> [String: Int128] {
    let charges = booking.count(.charge)
    let net = booking.net(\.commission)
    return [
      "charges": charges, "price": booking.price(.charge),
      "refunds": booking.count(.refund), "returned": booking.returned(\.price),
      "commission": booking.charged(\.commission),
      "returnedCommission": booking.returned(\.commission), "netCommission": net,
      "savedByTenure": booking.net(\.saved), "lapseCost": booking.net(\.lapseCost),
      "corrections": booking.isCorrected ? charges : 0, "unpriced": 0, "uncertain": 0,
      "rateUncertain": 0, "adjustments": booking.isLate ? net : 0, "byRules": 0,
    ]
  }
}

extension ModelRate {
  /// The rate as a decimal fraction with two digits, or three if the third is not 0.
  fileprivate var fraction: String {
    let digits = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(thousandths / 1_000).\(digits.last == "0" ? digits.dropLast() : digits)"
  }

  /// The reason by the name that reports and exports write.
  fileprivate var name: String {
    switch reason {
    case "first year": "firstYear"
    case "after a year": "afterAYear"
    case "not a subscription": "notASubscription"
    default:
      reason.replacing("programme ", with: "programme:", maxReplacements: 1)
        .replacing("storefront terms ", with: "storefrontTerms:", maxReplacements: 1)
    }
  }
}
