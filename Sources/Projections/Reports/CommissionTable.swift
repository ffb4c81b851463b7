import Ledger
import Reports

/// The rows of a commission report: the sums of the journal beside the numbers of doubtful charges.
struct CommissionTable {
  private typealias Key = JournalSums.Key
  private typealias Counts = CommissionDoubts.Counts

  private let figures: [Key: JournalFigures]
  private let counts: [Key: Counts]

  init(_ sums: JournalSums, _ doubts: CommissionDoubts) {
    figures = sums.figures.filter { !$0.value.isEmpty }
    counts = doubts.counts
  }

  /// A row for each key that has amounts or doubtful charges, in the order of their texts.
  var rows: [[Report.Value]] {
    Set(figures.keys).union(counts.keys).map { key in
      row(key, figures[key] ?? JournalFigures(), counts[key] ?? Counts())
    }.sorted { $0.sortKey < $1.sortKey }
  }

  private func row(
    _ key: Key, _ figures: JournalFigures, _ counts: Counts
  ) -> [Report.Value] {
    let (price, commission) = (figures[.charge].price, figures[.charge].commission)
    let net = figures.net(\.commission)
    return key.values + [
      .text(key.rate?.description), .text(key.rate?.reason.description),
      .number(Int128(figures[.charge].count)), .number(Int128(figures[.refund].count)),
      .money(price),
      .money(price - figures.net(\.price)), .money(commission), .money(commission - net),
      .money(net), .money(figures.net(\.savedByTenure)), .money(figures.net(\.lapseCost)),
      .number(Int128(counts.corrections)), .number(Int128(counts.unpriced)),
      .number(Int128(counts.uncertain)),
      .number(Int128(counts.rateUncertain)), .money(figures.adjustments(\.commission)),
      .money(figures.byRules(\.commission)),
    ]
  }
}

extension [Report.Value] {
  /// The texts of a row as one key, by which rows are sorted.
  var sortKey: String {
    map { value in
      if case .text(let text) = value { text ?? "" } else { "" }
    }.joined(separator: "\u{0}")
  }
}
