/// The paid time of one subscription group: which moments were paid for, and by which transaction.
///
/// A later view of the same periods may know more refunds, hence `known`: refunds and reversals up
/// to that moment are taken into account.
struct PaidTime {
  struct Piece {
    let transaction: String
    let range: Range<Int64>
  }

  /// A gap of more than sixty days in service starts the count anew.
  static let gapMax = Int64(60).days

  /// The customer's own that have begun, in the order of their beginnings. What a family shares
  /// neither counts nor keeps a gap from growing.
  let periods: [Period]
  let known: Int64

  /// Every paid moment before `limit`, once: where periods overlap, the one begun first keeps it.
  func pieces(before limit: Int64) -> [Piece] {
    var pieces: [Piece] = []
    for period in periods {
      guard let paid = period.paid(refundsUntil: known) else { continue }
      let start = max(paid.lowerBound, pieces.last?.range.upperBound ?? .min)
      let end = min(paid.upperBound, limit)
      if start < end {
        pieces.append(Piece(transaction: period.service.transaction, range: start..<end))
      }
    }
    return pieces
  }

  /// The pieces that still count for a customer who would begin a period at `limit`.
  func piecesSinceRestart(before limit: Int64) -> [Piece] {
    let restart = lastRestart(of: served.filter { $0.lowerBound <= limit } + [limit..<limit])
    return pieces(before: limit).filter { $0.range.lowerBound >= restart ?? .min }
  }

  /// The last beginning after a gap that was too long.
  private func lastRestart(of served: [Range<Int64>]) -> Int64? {
    var restart: Int64?
    var end: Int64?
    for range in served {
      if let end, range.lowerBound - end > Self.gapMax { restart = range.lowerBound }
      end = max(end ?? range.upperBound, range.upperBound)
    }
    return restart
  }

  private var served: [Range<Int64>] { periods.compactMap { $0.served(refundsUntil: known) } }

  /// The last moment at which a return goes on counting; nil where no period has an end.
  var restartsAt: Int64? {
    served.map(\.upperBound).max().map { $0 + Self.gapMax }
  }

  /// The end of the last paid time since the last restart, also where it lies ahead; nil where
  /// nothing has been paid for since.
  var paidThrough: Int64? {
    let restart = lastRestart(of: served) ?? .min
    return pieces(before: .max).last { $0.range.lowerBound >= restart }?.range.upperBound
  }

  func isPaid(at moment: Int64) -> Bool {
    periods.contains { $0.paid(refundsUntil: known)?.contains(moment) == true }
  }

  var hasBeenPaid: Bool { periods.contains { $0.paid(refundsUntil: known) != nil } }
}

extension [PaidTime.Piece] {
  var milliseconds: Int64 { map { $0.range.upperBound - $0.range.lowerBound }.reduce(0, +) }
}
