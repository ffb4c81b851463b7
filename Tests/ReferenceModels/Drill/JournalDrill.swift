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
    var journal = emptyJournal
    for event in life.events { journal.record(event) }
    report.ask(faults(of: journal.entries), "", of: life, "faults of the journal")
    askResumedJournal(journal)
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

  /// Compares the books with those that were resumed somewhere from stored lines and entries.
  private mutating func askResumedJournal(_ whole: JournalBook) {
    let past = life.events.prefix(Int(random.number(0...Int64(life.events.count))))
    var journal = emptyJournal
    for event in past { journal.record(event) }
    var shared = SharedState(
      terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
    for event in past { shared.apply(event.event) }
    var resumed = JournalBook(
      resuming: journal.entries,
      lines: journal.commission.answer(knownAt: Instant(milliseconds: .max)),
      chains: Array(chains(Array(past)).values), shared: shared, taxes: Self.taxTable)
    for event in life.events.dropFirst(past.count) { resumed.record(event) }
    report.ask(
      "\(resumed.entries == whole.entries)", "true", of: life,
      "the books resumed after \(past.count)")
  }

  private var emptyJournal: JournalBook {
    JournalBook(
      taxes: Self.taxTable, terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
  }

  private static let taxTable = TaxTable(
    rows: taxes.map {
      TaxTable.Row(storefront: $0.storefront, thousandths: Int($0.thousandths))
    })

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
      let returns = entries.filter { $0.kind != .charge }
      func sum(_ amount: (JournalAmounts) -> Int64) -> Int64 {
        charges.reduce(0) { $0 + amount($1.amounts) }
      }
      func returned(_ amount: (JournalAmounts) -> Int64) -> Int64 {
        returns.reduce(0) { $0 + ($1.kind == .reversal ? -1 : 1) * amount($1.amounts) }
      }
      guard sum(\.price) != 0 || returned(\.price) != 0 else { return nil }
      return JournalModel.Holding(
        price: sum(\.price), tax: sum(\.tax), commission: sum(\.commission),
        saved: sum(\.savedByTenure), lapseCost: sum(\.lapseCost),
        returned: [
          returned(\.price), returned(\.commission), returned(\.savedByTenure),
          returned(\.lapseCost),
        ], rate: rates(of: entries))
    }
  }

  /// Returns the rates under which something of one kind is left in the books: the same for all kinds.
  private func rates(of entries: [JournalEntry]) -> String {
    struct Heading: Hashable {
      let kind: JournalEntry.Kind
      let rate: CommissionRate?
    }
    let sums = Dictionary(grouping: entries) { Heading(kind: $0.kind, rate: $0.rate) }
      .mapValues { $0.reduce(0) { $0 + $1.amounts.price } }
    let left = sums.filter { $0.value != 0 }.map { heading, _ in
      heading.rate.map { "\($0.thousandths) \($0.words)" } ?? "no rate"
    }
    return Set(left).sorted().joined(separator: ", ")
  }

  private func words(of holdings: [TransactionID: JournalModel.Holding]) -> String {
    holdings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}
