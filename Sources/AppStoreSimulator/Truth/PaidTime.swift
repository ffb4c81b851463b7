/// The paid time of one subscription group, attributed to transactions.
///
/// Refunds and reversals are taken into account up to the moment `known`.
struct PaidTime {
  struct Piece {
    let transaction: String
    let range: Range<Int64>
  }

  /// The longest gap in service that continues the count: sixty days, and the hour by which winter
  /// time lengthens them. A longer gap restarts the count.
  static let gapMax = Int64(60).days + Int64(1).hours

  /// The customer's own periods that have begun, in order of beginning. Family shares neither count
  /// nor shorten a gap.
  let periods: [Period]
  /// The periods by which a subscription may have gone on, also those that are not counted.
  private let all: [Period]
  let known: Int64

  init(periods: [Period], among all: [Period]? = nil, known: Int64) {
    self.periods = periods
    self.all = all ?? periods
    self.known = known
  }

  /// Returns the paid time before `limit` without overlaps. Where periods overlap, the time belongs
  /// to the period that began first.
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

  /// Returns the pieces that still count for a customer who begins a period at `limit`.
  func piecesSinceRestart(before limit: Int64) -> [Piece] {
    let restart = lastRestart(of: served.filter { $0.lowerBound <= limit } + [limit..<limit])
    return pieces(before: limit).filter { $0.range.lowerBound >= restart ?? .min }
  }

  /// Returns the last beginning after a gap that was too long; nil if there was none.
  private func lastRestart(of served: [Range<Int64>]) -> Int64? {
    var restart: Int64?
    var end: Int64?
    for range in served {
      if let end, range.lowerBound - end > Self.gapMax { restart = range.lowerBound }
      end = max(end ?? range.upperBound, range.upperBound)
    }
    return restart
  }

  private var served: [Range<Int64>] { periods.compactMap(served) }

  /// Returns the time for which a period keeps the count from restarting; nil if a refund in full
  /// ended the subscription. A period refunded after its end was served; one refunded before it ends
  /// at the refund if the chain went on without a break.
  private func served(_ period: Period) -> Range<Int64>? {
    guard let refund = period.fate.refund(at: known), refund.isFull else {
      return period.served(refundsUntil: known)
    }
    let (from, end) = (period.service.from, min(period.end, refund.at))
    let wentOn = all.contains { later in
      later.service.chain == period.service.chain
        && later.service.chargedAt > period.service.chargedAt && later.service.from <= period.end
        && max(later.service.from, later.service.chargedAt) <= known
        && later.service.from < later.fate.replacedAt ?? .max
    }
    return (period.end <= refund.at || wentOn) && from < end ? from..<end : nil
  }

  /// The last moment at which a return continues the count; nil if no period counts as served.
  var restartsAt: Int64? {
    served.map(\.upperBound).max().map { $0 + Self.gapMax }
  }

  /// The end of the last paid time since the last restart, even if it lies ahead; nil if nothing
  /// has been paid for since.
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

extension CustomerTruth.PaidService.Rate {
  /// The minimum paid service that halves Apple's commission on the next charge: a year by the
  /// calendar, which summer time may shorten, is counted as half a day less.
  private static let year = Int64(365).days - Int64(12).hours

  /// - Parameter paidTime: the milliseconds of paid service before the charge.
  init(after paidTime: Int64) {
    self =
      paidTime >= Self.year
      ? Self(share: "0.15", reason: .afterAYear) : Self(share: "0.30", reason: .firstYear)
  }
}
