/// What one transaction was charged and at which rate, as it was first known, or a correction of it.
/// Lines are only appended.
package struct CommissionLine: Hashable, Sendable, Codable {
  /// 1, 2, 3 … within a book.
  package let number: Int
  package let chain: ChainID
  package let transactionID: TransactionID
  /// Nil where it turned out that nothing was charged.
  package let charge: Charge?
  /// Nil where nothing was charged, and where no row of the terms applies.
  package let rate: CommissionRate?
  /// When we learnt it.
  package let learntAt: Instant
  /// The event that taught it.
  package let because: EventID
  /// What it corrects; nil where it is the first line of its transaction.
  package let correction: Correction?

  package init(
    number: Int, chain: ChainID, transactionID: TransactionID, charge: Charge?,
    rate: CommissionRate?, learntAt: Instant, because: EventID, correction: Correction?
  ) {
    self.number = number
    self.chain = chain
    self.transactionID = transactionID
    self.charge = charge
    self.rate = rate
    self.learntAt = learntAt
    self.because = because
    self.correction = correction
  }

  /// The same, correcting the line of this number.
  package func correcting(_ number: Int, rateBefore: CommissionRate?) -> CommissionLine {
    CommissionLine(
      number: self.number, chain: chain, transactionID: transactionID, charge: charge, rate: rate,
      learntAt: learntAt, because: because,
      correction: Correction(corrects: number, rateBefore: rateBefore))
  }

  /// What Apple keeps of it, in milliunits of its currency; nil where price or rate are not known.
  package var commission: Int64? {
    rate.flatMap { rate in charge?.price.map(rate.share(of:)) }
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
