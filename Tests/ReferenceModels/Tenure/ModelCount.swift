import Ledger

/// A count of paid service, slice by slice: time is cut wherever anything begins or ends, so that
/// nothing changes within a slice.
struct ModelCount {
  struct Slice {
    let span: ModelSpan
    let transactionID: TransactionID
  }

  /// Paid time since the last restart, in milliseconds.
  private(set) var total: Int64 = 0
  /// The paid slices in their order. Each belongs to the period that began first among those that
  /// contain it.
  private(set) var slices: [Slice] = []
  /// The number of `slices` before the last restart.
  private(set) var restartedAfter = 0
  /// The end of the last service of any kind, as far as it has passed.
  private var aliveUntil: Int64?
  private let gapMax: Int64

  init(_ services: [ModelService], until moment: Int64, gapMax: Int64) {
    self.gapMax = gapMax
    var cuts = Set([moment])
    for service in services {
      cuts.formUnion([service.alive.start, service.alive.end])
      if let paid = service.paid { cuts.formUnion([paid.start, paid.end]) }
    }
    let ordered = cuts.filter { $0 <= moment }.sorted()
    for (start, end) in zip(ordered, ordered.dropFirst()) {
      count(ModelSpan(start: start, end: end), in: services)
    }
  }

  private mutating func count(_ slice: ModelSpan, in services: [ModelService]) {
    if services.contains(where: { $0.alive.start == slice.start && $0.alive.end == slice.start }) {
      restart(at: slice.start)
      aliveUntil = slice.start
    }
    guard services.contains(where: { $0.alive.covers(slice.start) }) else { return }
    restart(at: slice.start)
    aliveUntil = slice.end
    let paying = services.filter { $0.paid?.covers(slice.start) == true }
    let first = paying.min {
      ($0.alive.start, $0.purchaseDate, $0.transactionID)
        < ($1.alive.start, $1.purchaseDate, $1.transactionID)
    }
    guard let first else { return }
    total += slice.end - slice.start
    slices.append(Slice(span: slice, transactionID: first.transactionID))
  }

  /// Restarts at zero after too long a gap without service.
  mutating func restart(at moment: Int64) {
    guard let aliveUntil, moment - aliveUntil > gapMax else { return }
    total = 0
    restartedAfter = slices.count
  }

  func paid(_ transactionID: TransactionID) -> Int64 {
    slices.filter { $0.transactionID == transactionID }.map { $0.span.end - $0.span.start }
      .reduce(0, +)
  }
}
