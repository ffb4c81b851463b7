import AppStoreSimulator
import Ledger

extension Given {
  /// Creates some purchases of a consumable, each asserted several times by sources of every trust:
  /// refunded, also in part, refunded again, and reversed.
  ///
  /// - Parameter isShared: whether some turn out to belong to a family member, which a receipt
  /// cannot say.
  init(purchases random: inout some RandomNumberGenerator, isShared: Bool = false) {
    self.init(consumable: "1000")
    for number in 0..<Int.random(in: 1...5, using: &random) {
      let start = Double(number * 10)
      let owner =
        isShared && Int.random(in: 0..<3, using: &random) == 0
        ? Ownership.familyShared : .purchased
      let quantity = Int32.random(in: 1...10, using: &random)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let trust = [Trust.signed, .signed, .receipt, .sharedSecret].randomElement(using: &random)!
        boughtGems(
          TransactionID("\(1_000 + number)"), on: start, quantity: quantity,
          ownership: trust == .signed ? owner : .purchased,
          revocation: refunds(after: start, using: &random),
          said: start + Double(Int.random(in: 0...60, using: &random)), trust: trust)
      }
    }
  }

  private func refunds(
    after start: Double, using random: inout some RandomNumberGenerator
  ) -> Asserted<Revocation> {
    let share = Int32.random(in: 0...100_000, using: &random)
    return [
      .absent, .absent, .silent, refund(on: start + 3), partialRefund(share, on: start + 3),
      partialRefund(share, on: start + 9), partialRefund(nil, on: start + 9),
    ].randomElement(using: &random)!
  }
}
