import AppStoreSimulator
import Foundation

/// The schedules of a game with its own wallet: the same for the same seed.
///
/// They come in two parts. Between the parts the ledger is backed up; after the second one it is restored, and hears
/// the second part again. The second part has players of its own, and refunds and merges of earlier ones.
package struct OwnWalletPlan: Sendable {
  /// A purchase of tickets, with the shares in thousandths of a percent that are refunded one after the other; nil
  /// is everything, and 0 a reversal.
  package struct Purchase: Hashable, Sendable {
    let number: Int
    let quantity: Int32
    let isByGuest: Bool
    let refunds: [Int32?]
    /// The number of refunds in the first part; nil if the purchase is of the second part as a whole.
    let refundsBefore: Int?

    var transactionID: String { String(700_000 + number) }

    /// Returns what is left of the tickets after the first refunds.
    func left(afterRefunds count: Int) -> Int64 {
      let amount = OwnWalletStore.tickets * Int64(quantity)
      guard let last = refunds.prefix(count).last else { return amount }
      return amount - (amount * Int64(last ?? 100_000) * 2 + 100_000) / 200_000
    }
  }

  package struct Schedule: Hashable, Sendable {
    let number: Int
    let purchases: [Purchase]
    let merges: Bool
    let undoes: Bool
    let isLate: Bool

    /// True for a merge in the first part, of players of the first part.
    var mergesEarly: Bool { !isLate && number % 2 == 0 }
    var guest: String { "guest-\(number)" }
    var account: String { "player-\(number)" }

    /// The accounts that may have a purchase in the end. A purchase that came under the guest's name while it was
    /// merged stays with the account after the undo.
    func owners(of purchase: Purchase) -> [String] {
      guard purchase.isByGuest else { return [account] }
      return merges ? (undoes ? [guest, account] : [account]) : [guest]
    }
  }

  package let schedules: [Schedule]

  package init(schedules count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var number = 0
    schedules = (0..<count).map { index in
      let isLate = index >= count / 2
      let purchases = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        number += 1
        return Self.purchase(number, isLate: isLate, &random)
      }
      let merges = Bool.random(using: &random)
      return Schedule(
        number: index, purchases: purchases, merges: merges,
        undoes: merges && Int.random(in: 0..<4, using: &random) == 0, isLate: isLate)
    }
  }

  private static func purchase(
    _ number: Int, isLate: Bool, _ random: inout SplitMix64
  ) -> Purchase {
    let shares: [Int32?] = [33_333, 50_000, 67_932, 100_000, nil, 0]
    let refunds = (0..<Int.random(in: 0...3, using: &random)).map { index -> Int32? in
      let share = shares[Int.random(in: 0..<shares.count, using: &random)]
      return index == 0 && share == 0 ? nil : share
    }
    return Purchase(
      number: number, quantity: Int32.random(in: 1...3, using: &random),
      isByGuest: Bool.random(using: &random), refunds: refunds,
      refundsBefore: isLate ? nil : Int.random(in: 0...refunds.count, using: &random))
  }
}
