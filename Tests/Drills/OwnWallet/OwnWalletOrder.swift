import Foundation

/// The schedules of one run of `drill.py`, as it reads them.
struct OwnWalletOrder: Encodable {
  struct Step: Encodable {
    let notification: String
  }

  struct Purchase: Encodable {
    /// Nil for a purchase that was posted before, and is refunded now.
    let transaction: String?
    let byGuest: Bool
    let steps: [Step]
  }

  struct Schedule: Encodable {
    let guest: String
    let account: String
    let purchases: [Purchase]
    let merges: Bool
    let undoes: Bool
  }

  struct Expected: Encodable {
    let left: Int64
    let owners: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(left)
      try container.encode(owners)
    }
  }

  let url: String
  let key: String
  let folder: String
  let samples: String
  let seed: UInt32
  /// True if the sample in TypeScript can be run, too.
  let node: Bool
  let schedules: [Schedule]
  let expected: [String: Expected]
}

extension OwnWalletPlan {
  /// Returns the schedules of a part, and what is left of each transaction by its end.
  func part(
    isLate: Bool, at store: OwnWalletStore
  ) throws -> (schedules: [OwnWalletOrder.Schedule], expected: [String: OwnWalletOrder.Expected]) {
    var parts: [OwnWalletOrder.Schedule] = []
    var expected: [String: OwnWalletOrder.Expected] = [:]
    for schedule in schedules where isLate || !schedule.isLate {
      var purchases: [OwnWalletOrder.Purchase] = []
      for purchase in schedule.purchases {
        let count = purchase.refunds.count
        let (first, last) =
          schedule.isLate
          ? (0, count)
          : isLate ? (purchase.refundsBefore ?? 0, count) : (0, purchase.refundsBefore ?? 0)
        purchases.append(
          OwnWalletOrder.Purchase(
            transaction: isLate == schedule.isLate ? try store.transaction(of: purchase) : nil,
            byGuest: purchase.isByGuest,
            steps: try store.refunds(of: purchase, in: first..<last).map(OwnWalletOrder.Step.init)))
        expected[purchase.transactionID] = OwnWalletOrder.Expected(
          left: purchase.left(afterRefunds: last),
          owners: isLate || schedule.mergesEarly
            ? schedule.owners(of: purchase)
            : [purchase.isByGuest ? schedule.guest : schedule.account])
      }
      let isMerging = schedule.merges && (isLate != schedule.mergesEarly)
      parts.append(
        OwnWalletOrder.Schedule(
          guest: schedule.guest, account: schedule.account, purchases: purchases,
          merges: isMerging, undoes: isMerging && schedule.undoes))
    }
    return (parts, expected)
  }
}
