import Ledger

extension Probe {
  /// Compares the rates of everything charged in every third life, at the end and as they were
  /// known at an earlier moment.
  mutating func askCommission() {
    guard life.number.isMultiple(of: 3), let last = life.events.last?.recordedAt else { return }
    var book = CommissionBook(
      terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
    for event in life.events { book.record(event) }
    let model = CommissionModel(modelEvents, terms: life.terms, settings: modelSettings)
    for known in [last, random.pick(life.events).recordedAt] {
      let rates = model.rates(knownAt: known)
      report.ask(
        words(of: book.answer(knownAt: known)), words(of: rates), of: life,
        "rates known at \(known)")
    }
  }

  private func words(of lines: [CommissionLine]) -> String {
    let rates = lines.compactMap { line in
      line.rate.map {
        (
          ModelPurchaseName(line.chain, line.transactionID),
          ModelRate(thousandths: $0.thousandths, reason: $0.words)
        )
      }
    }
    return words(of: Dictionary(rates) { first, _ in first })
  }

  private func words(of rates: [ModelPurchaseName: ModelRate]) -> String {
    rates.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}

extension ModelTerm {
  var row: CommissionTerm {
    CommissionTerm(
      name, storefronts: storefronts.isEmpty ? nil : Set(storefronts),
      productType: productType, program: program, isAfterAYear: isAfterAYear,
      validFrom: validFrom, validUntil: validUntil, thousandths: thousandths)
  }
}

extension CommissionRate {
  /// The reason in the words of the model.
  var words: String {
    switch reason {
    case .firstYear: "first year"
    case .afterAYear: "after a year"
    case .program(let name): "programme \(name)"
    case .storefrontTerms(let name): "storefront terms \(name)"
    case .notASubscription: "not a subscription"
    }
  }
}
