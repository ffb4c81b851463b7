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
  /// Estimates: of Germany with the half year of 2020 in which its tax was lower, of Japan since 2024.
  private static let taxes = [
    ModelTax(storefront: "DEU", thousandths: 190),
    ModelTax(
      storefront: "DEU", from: Instant(milliseconds: 1_593_554_400_000), thousandths: 160),
    ModelTax(
      storefront: "DEU", from: Instant(milliseconds: 1_609_455_600_000), thousandths: 190),
    ModelTax(
      storefront: "JPN", from: Instant(milliseconds: 1_704_034_800_000), thousandths: 100),
    ModelTax(storefront: "USA", thousandths: 75),
  ]

  /// Compares the books at some moments, by everything known at the end and as they were known
  /// earlier.
  mutating func askJournal() {
    guard let last = life.events.last?.recordedAt else { return }
    let past = life.events.prefix(Int(random.number(0...Int64(life.events.count))))
    var journal = emptyJournal
    for event in past { journal.record(event) }
    let early = journal
    for event in life.events.dropFirst(past.count) { journal.record(event) }
    report.ask(faults(of: journal.entries), "", of: life, "faults of the journal")
    askResumedJournal(early, after: Array(past), against: journal)
    for known in [last, random.pick(life.events).recordedAt] {
      let model = JournalModel(
        events: modelEvents.filter { $0.recordedAt <= known }, terms: life.terms,
        settings: modelSettings, taxes: mutation?.taxes(Self.taxes) ?? Self.taxes,
        rules: mutation?.coinRules ?? ModelCoinRules())
      let entries = journal.entries.filter { $0.learntAt <= known }
      for moment in [Instant(milliseconds: 4_000_000_000_000), moment(), moment()] {
        report.ask(
          words(of: holdings(in: entries, at: moment)), words(of: model.holdings(at: moment)),
          of: life, "the books of \(moment) known at \(known)")
      }
    }
  }

  /// Compares the books of a whole life with those that were resumed, from the stored lines and entries of its past.
  private mutating func askResumedJournal(
    _ journal: JournalBook, after past: [RecordedEvent], against whole: JournalBook
  ) {
    var shared = SharedState(
      terms: CommissionTerms(rows: life.terms.map(\.row)), settings: settings)
    for event in past { shared.apply(event.event) }
    var resumed = JournalBook(
      resuming: journal.entries,
      lines: journal.commission.answer(knownAt: Instant(milliseconds: .max)),
      chains: Array(chains(past).values), shared: shared, taxes: Self.taxTable)
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
      TaxTable.Row(storefront: $0.storefront, from: $0.from, thousandths: Int($0.thousandths))
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
  ) -> [ModelPurchaseName: JournalModel.Holding] {
    let own = entries.filter { $0.occurredAt <= moment }
    return Dictionary(grouping: own) { ModelPurchaseName($0.chain, $0.transactionID) }
      .compactMapValues { entries in
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
          currency: currencies(of: entries), price: sum(\.price), tax: sum(\.tax),
          commission: sum(\.commission),
          saved: sum(\.savedByTenure), lapseCost: sum(\.lapseCost),
          returned: [
            returned(\.price), returned(\.commission), returned(\.savedByTenure),
            returned(\.lapseCost),
          ], rate: rates(of: entries))
      }
  }

  /// Returns the rates under which something of one kind is left in the books: the same for all kinds.
  private func rates(of entries: [JournalEntry]) -> String {
    left(of: entries) { entry in
      entry.rate.map { "\($0.thousandths) \($0.words)" } ?? "no rate"
    }
  }

  /// Returns the currencies in which something of one kind is left in the books: mostly one.
  private func currencies(of entries: [JournalEntry]) -> String { left(of: entries, \.currency) }

  private func left(
    of entries: [JournalEntry], _ word: (JournalEntry) -> String
  ) -> String {
    struct Heading: Hashable {
      let kind: JournalEntry.Kind
      let word: String
    }
    let sums = Dictionary(grouping: entries) { Heading(kind: $0.kind, word: word($0)) }
      .mapValues { $0.reduce(0) { $0 + $1.amounts.price } }
    return Set(sums.filter { $0.value != 0 }.keys.map(\.word)).sorted().joined(separator: ", ")
  }

  private func words(of holdings: [ModelPurchaseName: JournalModel.Holding]) -> String {
    holdings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }
}
