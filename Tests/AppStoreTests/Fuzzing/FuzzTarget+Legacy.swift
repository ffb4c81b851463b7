@testable import AppStore

extension FuzzTarget {
  static func json(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let value = try? LegacyJSONParser.parse(bytes, bytesMax: .max) else { return }
    let canonical = value.canonical
    let again = try? LegacyJSONParser.parse(canonical, bytesMax: .max)
    try require(canonical.count <= bytes.count, "the canonical form is not longer")
    try require(again == value, "the canonical form has the same value")
    try require(again?.canonical == canonical, "the canonical form of a value does not change")
  }

  static func notification(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let notification = try? NotificationV1(bytes) else { return }
    try require(notification.entries)
    try requireRange(
      [
        notification.cancellationDate, notification.autoRenewStatusChangeDate,
      ] + notification.eventDates)
    _ = notification.latestReceiptBytes
    guard let kept = try? NotificationV1(notification.withoutPassword) else {
      throw BrokenPromise(promise: "the evidence is a notification")
    }
    try require(kept.password == nil, "the evidence has no password")
    try require(kept.messageID == notification.messageID, "a retry has the same identifier")
    try require(
      kept.entries == notification.entries && kept.details == notification.details,
      "the evidence tells the same")
  }

  static func answer(_ bytes: [UInt8]) throws(BrokenPromise) {
    for host in [ServerAPIEnvironment.production, .sandbox] {
      guard let answer = try? VerifyReceiptResponse(bytes, from: host).answer else { continue }
      try require(answer.entries)
      try requireRange(answer.pendingRenewals.map(\.gracePeriodExpiresDate))
      if let receipt = answer.receipt {
        try requireRange(
          [receipt.originalPurchaseDate, receipt.receiptCreationDate, receipt.requestDate])
      }
      try require(
        (answer.receipt != nil) == answer.verdict.isValid, "only a valid receipt is described")
    }
  }
}
