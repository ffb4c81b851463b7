/// The share of one purchase that was given back by a moment, the same of its price and of its coins.
///
/// A refund of everything is all. Otherwise the percentage that Apple signed decides, and time where Apple
/// signed none: of a replaced period from its replacement on, and of a refund in part from its date on. A
/// refund without a percentage is all of what has no time, or was not refunded in part. Shares are never
/// added up.
struct PurchaseReturns {
  /// The revocations of each copy of the purchase.
  private let copies: [[StatedRevocation]]
  private let isUpgraded: Bool
  private let time: SoldTimes.Time?

  /// - Parameter times: the times of the chain of the purchase.
  init(of purchase: TransactionState, _ times: SoldTimes) {
    let purchase = purchase.withoutSharedSecret
    copies = purchase.statedRevocations
    isUpgraded = purchase.isUpgraded
    time = times[purchase.transactionID]
  }

  /// Returns the share of the price that was given back by a moment; of several copies the greatest.
  func share(at moment: Instant) -> Share {
    let unused = unused(at: moment)
    return standing(at: moment).compactMap { share(of: $0, isReplaced: unused != nil) }.max()
      ?? unused ?? .none
  }

  /// Returns the share of coins that was taken back by a moment. Where the coins of a replaced period are
  /// kept, only a refund of everything takes them.
  func share(at moment: Instant, of coins: UpgradeRule?) -> Share {
    let standing = standing(at: moment)
    let isUpgrade = standing.isEmpty ? isUpgraded : standing.contains(where: \.isUpgrade)
    guard coins == .keep, isUpgrade || isReplaced(at: moment) else { return share(at: moment) }
    return standing.contains(where: \.revocation.isTypedFull) ? .all : .none
  }

  /// Returns the share that refunds dated from a moment on gave back. An upgrade is none.
  func refundedShare(since first: Instant, at moment: Instant) -> Share {
    standing(at: moment).filter { !$0.isUpgrade && first <= $0.revocation.date }
      .compactMap { share(of: $0, isReplaced: false) }.max() ?? .none
  }

  /// Returns true if an upgrade gives back all that is given back at a moment, also one to a purchase that is not
  /// known here.
  func isUpgrade(at moment: Instant) -> Bool { standing(at: moment).allSatisfy(\.isUpgrade) }

  /// The moments at which the share may change.
  var moments: Set<Instant> {
    let stated = copies.joined().flatMap { [date(of: $0), $0.endedAt] }
    return Set((stated + [time?.replacedAt]).compactMap(\.self))
  }

  /// Returns the revocation of each copy that stands at a moment.
  private func standing(at moment: Instant) -> [StatedRevocation] {
    copies.compactMap { $0.standing(at: moment, from: date(of:)) }
  }

  /// Returns the share that a revocation gives back; nil if the replacement of the period decides.
  private func share(of stated: StatedRevocation, isReplaced: Bool) -> Share? {
    let revocation = stated.revocation
    if revocation.isTypedFull { return .all }
    if let percentage = revocation.percentage {
      return Share(of: Int64(percentage), in: Int64(Revocation.percentageMax))
    }
    guard revocation.isTypedProrated else { return stated.isUpgrade || isReplaced ? nil : .all }
    guard let time else { return .all }
    let end = date(of: stated)
    return time.unused(from: stated.isUpgrade ? end : min(end, time.replacedAt ?? end))
  }

  /// Returns the share of the time after the replacement; nil without one by this moment.
  private func unused(at moment: Instant) -> Share? {
    guard let time, let replacedAt = time.replacedAt, replacedAt <= moment else { return nil }
    return time.unused(from: replacedAt)
  }

  private func isReplaced(at moment: Instant) -> Bool { unused(at: moment) != nil }

  /// Returns the moment from which a revocation counts: that of an upgrade from its replacement on.
  private func date(of stated: StatedRevocation) -> Instant {
    let date = stated.revocation.date
    return stated.isUpgrade ? time?.replacedAt ?? date : date
  }
}

extension Revocation {
  /// The percentage of a full refund, in Apple's milliunits of a percent.
  package static let percentageMax: Int32 = 100_000
  private static let fullRefund = "REFUND_FULL"
  private static let proratedRefund = "REFUND_PRORATED"

  /// True if Apple typed the revocation as a refund of the whole price.
  var isTypedFull: Bool { type == Self.fullRefund }

  /// True if Apple typed the revocation as a refund of a part of the price.
  var isTypedProrated: Bool { type == Self.proratedRefund }

  /// True if the revocation gives back everything of a purchase that has no time.
  var isOfEverything: Bool { isTypedFull || percentage.map { $0 >= Self.percentageMax } ?? true }
}
