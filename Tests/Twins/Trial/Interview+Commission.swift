import Ledger

extension Interview {
  /// Of every third life the rates of everything charged, at the end and as they were known at a
  /// moment before.
  mutating func askCommission() {
    guard life.number.isMultiple(of: 3), let last = life.events.last?.recordedAt else { return }
    var book = CommissionBook(
      terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
    for event in life.events { book.record(event) }
    let twin = CommissionTwin(twinEvents, terms: life.terms, settings: twinSettings)
    for known in [last, random.pick(life.events).recordedAt] {
      let rates = twin.rates(knownAt: known)
      report.ask(
        words(of: book.answer(knownAt: known)), words(of: rates), of: life,
        "rates known at \(known)")
    }
  }

  private func words(of lines: [CommissionLine]) -> String {
    let rates = lines.compactMap { line in
      line.rate.map {
        (line.transactionID, TwinRate(thousandths: $0.thousandths, reason: $0.words))
      }
    }
    return words(of: Dictionary(rates) { first, _ in first })
  }

  private func words(of rates: [TransactionID: TwinRate]) -> String {
    rates.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}

extension TwinTerm {
  fileprivate var row: CommissionTerm {
    CommissionTerm(
      name, storefronts: storefronts.isEmpty ? nil : Set(storefronts),
      productType: productType, programme: programme, isAfterAYear: isAfterAYear,
      validFrom: validFrom, validUntil: validUntil, thousandths: thousandths)
  }
}

extension CommissionRate {
  fileprivate var words: String {
    switch reason {
    case .firstYear: "first year"
    case .afterAYear: "after a year"
    case .programme(let name): "programme \(name)"
    case .storefrontTerms(let name): "storefront terms \(name)"
    case .notASubscription: "not a subscription"
    }
  }
}
