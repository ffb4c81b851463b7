/// What can be owed.
package enum ErrandKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A posted transaction that could not be recorded when it came.
  case post
  /// That an account gets a purchase of which nothing is known yet.
  case link
  /// All that Apple has of a chain: its transactions and refunds.
  case history
  /// How a chain's subscription stands by Apple's word.
  case status
  /// That Apple is told a transaction was delivered.
  case finish
  /// The answer to a consumption request.
  case consumption

  /// What reaches Apple or a customer, and waits while a restored ledger does not know what it did.
  package static let outward: Set<ErrandKind> = [.finish, .consumption]

  /// Whether what is done stays visible for a while.
  package var isKept: Bool { self == .consumption }
}
