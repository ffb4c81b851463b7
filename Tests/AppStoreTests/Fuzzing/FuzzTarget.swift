import Foundation

@testable import AppStore

/// A reader of bytes that anyone may send, with the promises that the reader keeps for any bytes.
///
/// `scripts/fuzz` runs a target on millions of generated inputs, and `FuzzTargetTests` on the
/// committed ones. A reader may reject an input. It fails if it traps, takes long, or breaks a
/// promise.
enum FuzzTarget: String, CaseIterable {
  case receipt, payload, ber, hint, json, notification, answer, signedJSON

  func read(_ bytes: [UInt8]) throws(BrokenPromise) {
    switch self {
    case .receipt: try Self.receipt(bytes)
    case .payload: try Self.payload(bytes)
    case .ber: try Self.elements(bytes[...], depth: 0)
    case .hint: try Self.hint(bytes)
    case .json: try Self.json(bytes)
    case .notification: try Self.notification(bytes)
    case .answer: try Self.answer(bytes)
    case .signedJSON: try Self.signedJSON(bytes)
    }
  }

  /// Throws the promise if it is broken.
  static func require(_ isKept: Bool, _ promise: StaticString) throws(BrokenPromise) {
    guard isKept else { throw BrokenPromise(promise: promise) }
  }

  static func requireRange(_ dates: [Timestamp?]) throws(BrokenPromise) {
    try require(
      dates.allSatisfy { $0.map { Timestamp.range.contains($0.milliseconds) } ?? true },
      "a date lies in the years 0 to 9999")
  }

  static func require(_ entries: [ReceiptEntry]) throws(BrokenPromise) {
    try require(
      Set(entries.map(\.transactionID)).count == entries.count, "a transaction has one entry")
    try requireRange(
      entries.flatMap {
        [$0.purchaseDate, $0.originalPurchaseDate, $0.expiresDate, $0.cancellationDate]
      })
  }
}

/// A promise that a reader broke.
struct BrokenPromise: Error {
  let promise: StaticString
}
