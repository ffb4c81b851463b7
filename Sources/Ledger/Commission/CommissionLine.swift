/// The charge of one transaction and its rate, as first known, or a correction of an earlier line.
/// Lines are only appended.
package struct CommissionLine: Hashable, Sendable, Codable {
  /// The number of the line within a book: 1, 2, 3 …
  package let number: Int
  package let chain: ChainID
  package let transactionID: TransactionID
  /// The charge; nil if it turned out that nothing was charged.
  package let charge: Charge?
  /// The rate; nil if nothing was charged or no row of the terms applies.
  package let rate: CommissionRate?
  /// The rate in thousandths that the charge would have had otherwise: of a first year, if accrued
  /// service lowered the rate; after a year, if only a gap that restarted the count kept the charge from
  /// it. Nil if it is the same.
  package let rateOtherwise: Int?
  /// The doubts about the charge.
  package let doubt: ChargeDoubt
  /// The time at which the line became known.
  package let learntAt: Instant
  /// The event that caused the line.
  package let because: EventID
  /// The correction of an earlier line; nil for the first line of a transaction.
  package let correction: Correction?

  package init(
    number: Int, chain: ChainID, transactionID: TransactionID, charge: Charge?,
    rate: CommissionRate?, rateOtherwise: Int? = nil, doubt: ChargeDoubt = .none, learntAt: Instant,
    because: EventID, correction: Correction?
  ) {
    self.number = number
    self.chain = chain
    self.transactionID = transactionID
    self.charge = charge
    self.rate = rate
    self.rateOtherwise = rateOtherwise
    self.doubt = doubt
    self.learntAt = learntAt
    self.because = because
    self.correction = correction
  }

  /// Returns the line as a correction of the line with this number.
  package func correcting(_ number: Int, rateBefore: CommissionRate?) -> CommissionLine {
    CommissionLine(
      number: self.number, chain: chain, transactionID: transactionID, charge: charge, rate: rate,
      rateOtherwise: rateOtherwise, doubt: doubt, learntAt: learntAt, because: because,
      correction: Correction(corrects: number, rateBefore: rateBefore))
  }

  /// Returns the commission in milliunits of the charge's currency; nil if price or rate is unknown.
  package func commission(_ taxes: ChargeTaxes) -> Int64? {
    guard let rate, let charge, let price = charge.price else { return nil }
    return Commission.amount(rate.thousandths, of: price, tax: taxes.tax(in: price, of: charge))
  }

  package struct Correction: Hashable, Sendable, Codable {
    package let corrects: Int
    package let rateBefore: CommissionRate?

    package init(corrects: Int, rateBefore: CommissionRate?) {
      self.corrects = corrects
      self.rateBefore = rateBefore
    }
  }
}

/// The doubts about the charge of a subscription.
package struct ChargeDoubt: Hashable, Sendable, Codable {
  /// True if the days of the period may contain an extension, or if it is only assumed whether it was
  /// paid.
  package let days: Bool
  /// True if the service before it is so near to a year that Apple may have charged the other rate.
  package let rate: Bool

  package init(days: Bool, rate: Bool) {
    self.days = days
    self.rate = rate
  }

  /// No doubt.
  package static let none = ChargeDoubt(days: false, rate: false)
}

extension [CommissionLine] {
  /// Returns the lines of a book that were known by a moment and not corrected by then.
  package func known(at moment: Instant) -> [CommissionLine] {
    let known = prefix { $0.learntAt <= moment }
    let corrected = Set(known.compactMap { $0.correction?.corrects })
    return known.filter { !corrected.contains($0.number) }
  }
}
