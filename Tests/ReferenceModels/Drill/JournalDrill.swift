import Ledger

/// A drill that compares the journal of random lives with the reference model.
package struct JournalDrill: RandomDrill {
  let seed: UInt64
  /// The mutation of the model, or nil for a model that reads the rules right.
  let mutation: Mutation?

  package init(seed: UInt64, mutation: Mutation? = nil) {
    self.seed = seed
    self.mutation = mutation
  }

  package func live(_ number: Int) -> DrillReport {
    var probe = Probe(RandomLife(seed: seed, number: number), mutation: mutation)
    probe.askJournal()
    return probe.report
  }
}

extension Probe {
  private static let taxes = [
    ModelTax(storefront: "DEU", thousandths: 190), ModelTax(storefront: "JPN", thousandths: 100),
    ModelTax(storefront: "USA", thousandths: 75),
  ]

  /// Compares the books at some moments, by everything known at the end and as they were known
  /// earlier.
  mutating func askJournal() {
    guard let last = life.events.last?.recordedAt else { return }
    var journal = JournalBook(
      taxes: TaxTable(
        rows: Self.taxes.map {
          TaxTable.Row(storefront: $0.storefront, thousandths: Int($0.thousandths))
        }), terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
    for event in life.events { journal.record(event) }
    report.ask(faults(of: journal.entries), "", of: life, "faults of the journal")
    for known in [last, random.pick(life.events).recordedAt] {
      let model = JournalModel(
        events: modelEvents.filter { $0.recordedAt <= known }, terms: life.terms,
        settings: modelSettings, taxes: Self.taxes)
      let entries = journal.entries.filter { $0.learntAt <= known }
      for moment in [Instant(milliseconds: 4_000_000_000_000), moment(), moment()] {
        report.ask(
          words(of: holdings(in: entries, at: moment)), words(of: model.holdings(at: moment)),
          of: life, "the books of \(moment) known at \(known)")
      }
    }
  }

  /// Returns a sentence on each entry that no journal may have.
  private func faults(of entries: [JournalEntry]) -> String {
    var faults: [String] = []
    for (index, entry) in entries.enumerated() {
      if entry.number != index + 1 { faults.append("\(entry.number) has no place") }
      if entry.postings.reduce(0, { $0 + $1.amount }) != 0 {
        faults.append("\(entry.number) does not balance")
      }
      if entry.adjusts.map({ $0 >= entry.number }) ?? false {
        faults.append("\(entry.number) adjusts a later one")
      }
      if entry.because.isEmpty { faults.append("\(entry.number) follows from nothing") }
      if index > 0, entries[index - 1].learntAt > entry.learntAt {
        faults.append("\(entry.number) was known before the one before")
      }
    }
    return faults.joined(separator: ", ")
  }

  /// Returns the sums of the entries by transaction, without purchases of which nothing is left.
  private func holdings(
    in entries: [JournalEntry], at moment: Instant
  ) -> [TransactionID: JournalModel.Holding] {
    let own = entries.filter { $0.occurredAt <= moment }
    return Dictionary(grouping: own, by: \.transactionID).compactMapValues { entries in
      let charges = entries.filter { $0.kind == .charge }
      let returns = entries.filter { $0.kind == .refund || $0.kind == .upgrade }
      let reversals = entries.filter { $0.kind == .reversal }
      let price = charges.reduce(0) { $0 + $1.amounts.price }
      let returned =
        returns.reduce(0) { $0 + $1.amounts.price }
        - reversals.reduce(0) { $0 + $1.amounts.price }
      guard price != 0 || returned != 0 else { return nil }
      return JournalModel.Holding(
        price: price, tax: charges.reduce(0) { $0 + $1.amounts.tax },
        commission: charges.reduce(0) { $0 + $1.amounts.commission }, returned: returned)
    }
  }

  private func words(of holdings: [TransactionID: JournalModel.Holding]) -> String {
    holdings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}
