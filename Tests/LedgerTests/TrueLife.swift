import AppStoreSimulator
import Ledger

/// A customer's true subscription with Apple's assertions: every transaction, but those that an
/// upgrade replaced only half the time, unless it is marked always.
struct TrueLife {
  /// The periods in force, half-open. Periods that follow each other at once leave no gap.
  private(set) var periods: [(id: TransactionID, start: Double, end: Double)] = []
  private(set) var given = Given()
  /// True if the last period was refunded.
  private(set) var isRefunded = false
  private let isUpgradeMarked: Bool

  init(using random: inout some RandomNumberGenerator, isUpgradeMarked: Bool = false) {
    self.isUpgradeMarked = isUpgradeMarked
    buy(at: 0, using: &random)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let end = periods[periods.count - 1].end
      switch Int.random(in: 0..<5, using: &random) {
      case 0: renew(said: end - Double.random(in: 0..<1, using: &random))
      case 1:
        renew(said: end - 0.9)
        upgrade(at: end - 0.4, using: &random)
      case 2: upgrade(at: end - Double.random(in: 1..<29, using: &random), using: &random)
      case 3:
        upgrade(at: end - Double.random(in: 1..<29, using: &random), using: &random)
        refundLast(after: 0.2)
        buy(at: end + 70, using: &random)
      default: buy(at: end + Double.random(in: 5..<100, using: &random), using: &random)
      }
    }
    if Bool.random(using: &random) { refundLast(after: 3) }
  }

  /// Returns the transactions in force at a moment.
  func live(at moment: Double) -> [TransactionID] {
    periods.filter { $0.start <= moment && moment < $0.end }.map(\.id)
  }

  /// The moments at which something may have changed.
  var turningPoints: Set<Double> {
    Set(periods.flatMap { [$0.start, $0.end, $0.start + 30] })
  }

  private var nextID: TransactionID { TransactionID("\(given.position + 1)") }

  private mutating func buy(at start: Double, using random: inout some RandomNumberGenerator) {
    periods.append((nextID, start, start + 30))
    isRefunded = false
    given.bought(nextID, from: start, to: start + 30, reason: "PURCHASE")
  }

  private mutating func renew(said: Double) {
    let end = periods[periods.count - 1].end
    periods.append((nextID, end, end + 30))
    given.bought(nextID, from: end, to: end + 30, reason: "RENEWAL", said: said)
  }

  private mutating func upgrade(at moment: Double, using random: inout some RandomNumberGenerator) {
    let replaced = periods.filter { moment < $0.end }
    periods.removeAll { moment <= $0.start }
    periods[periods.count - 1].end = moment
    buy(at: moment, using: &random)
    for old in replaced where Bool.random(using: &random) || isUpgradeMarked {
      given.bought(
        old.id, from: old.start, to: old.end, upgraded: true,
        reason: old.id == replaced[0].id ? reason(of: old.id) : "RENEWAL",
        said: moment + Double.random(in: 0..<9, using: &random))
    }
  }

  private mutating func refundLast(after days: Double) {
    let last = periods[periods.count - 1]
    let date = last.start + days
    periods[periods.count - 1].end = date
    isRefunded = true
    given.bought(
      last.id, from: last.start, to: last.start + 30, revocation: refund(on: date),
      reason: reason(of: last.id), said: date)
  }

  private func reason(of id: TransactionID) -> String? {
    given.state.transactions[id]?.purchase.reason
  }
}
