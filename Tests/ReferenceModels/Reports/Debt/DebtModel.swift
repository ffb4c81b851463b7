import Ledger

/// A reference model of the report of deferred revenue: the debt of each purchase at both ends of the time,
/// by what each of them counts, and nothing else.
package struct DebtModel {
  private let facts: ModelReportFacts
  private let mutation: DebtMutation?

  package init(_ facts: ModelReportFacts, mutation: DebtMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let log = DebtLog(facts, question, mutation)
    var books: [Position: DebtBook] = [:]
    func book(at moment: Instant) -> DebtBook {
      let cut = log.cut(at: moment)
      if let known = books[cut] { return known }
      let book = DebtBook(
        log.events(within: cut), facts.settings, app: question.app,
        environment: question.environment, mutation: mutation)
      books[cut] = book
      return book
    }
    func sums(at moment: Instant) -> [DebtHeading: DebtSums] {
      DebtSums.all(of: book(at: moment).charges, before: moment, question.divisions)
    }
    let first = log.events(within: question.cut).compactMap { event -> Instant? in
      guard case .chain(.transactionObserved(let fact)) = event.event else { return nil }
      return fact.chain.bundleID == question.app && fact.chain.environment == question.environment
        ? fact.purchase.purchaseDate : nil
    }.min()
    return DebtParts(question: question, mutation: mutation).all(since: first).flatMap { part in
      rows(of: part, from: part.from.map(sums) ?? [:], to: sums(at: part.to), question)
    }
  }

  private func rows(
    of part: DebtPart, from before: [DebtHeading: DebtSums], to after: [DebtHeading: DebtSums],
    _ question: ModelReportQuestion
  ) -> [ModelReportRow] {
    Set(before.keys).union(after.keys).compactMap { heading in
      let (opening, closing) = (before[heading] ?? DebtSums(), after[heading] ?? DebtSums())
      let figures: [String: Int128] = [
        "opening": opening.state.debt,
        "billed": closing.state.billed - opening.state.billed,
        "recognized": closing.state.recognized - opening.state.recognized,
        "refunded": closing.state.refunded - opening.state.refunded,
        "byRules": 0,
        "closing": closing.state.debt,
        "committedMonths": closing.commitment.months,
        "committed": closing.commitment.price,
      ]
      guard figures.values.contains(where: { $0 != 0 }) else { return nil }
      var row = heading.columns(question.divisions)
      for (name, figure) in figures { row[name] = "\(figure)" }
      row["date"] = part.date
      return row
    }
  }
}

/// The divisions of an amount; those that are not asked for are empty.
struct DebtHeading: Hashable {
  var product = ""
  var group = ""
  var storefront = ""
  let currency: String

  init(
    of purchase: Purchase, in currency: String, _ divisions: Set<ModelReportQuestion.Division>
  ) {
    self.currency = currency
    if divisions.contains(.product) { product = purchase.productID.rawValue }
    if divisions.contains(.group) { group = purchase.subscriptionGroupID?.rawValue ?? "" }
    if divisions.contains(.storefront) { storefront = purchase.storefront ?? "" }
  }

  func columns(_ divisions: Set<ModelReportQuestion.Division>) -> ModelReportRow {
    var columns = ["currency": currency]
    if divisions.contains(.product) { columns["product"] = product }
    if divisions.contains(.group) { columns["group"] = group }
    if divisions.contains(.storefront) { columns["storefront"] = storefront }
    return columns
  }
}

/// The sums of the purchases under one heading.
struct DebtSums {
  var state = DebtState()
  var commitment = DebtCommitment()

  static func all(
    of charges: [DebtCharge], before moment: Instant,
    _ divisions: Set<ModelReportQuestion.Division>
  ) -> [DebtHeading: DebtSums] {
    charges.reduce(into: [:]) { all, charge in
      let heading = DebtHeading(of: charge.bought.purchase, in: charge.currency, divisions)
      all[heading, default: DebtSums()].add(
        charge.state(before: moment), charge.commitment(before: moment))
    }
  }

  private mutating func add(_ state: DebtState, _ commitment: DebtCommitment?) {
    self.state.billed += state.billed
    self.state.recognized += state.recognized
    self.state.refunded += state.refunded
    self.state.debt += state.debt
    self.commitment.months += commitment?.months ?? 0
    self.commitment.price += commitment?.price ?? 0
  }
}
