import Postgres

/// A kind of job.
package enum JobKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The retry of a posted transaction that could not be recorded at first.
  case post
  /// The link of an account to a purchase that is not known yet.
  case link
  /// The request for Apple's history of a chain: its transactions and refunds.
  case history
  /// The request for Apple's status of a chain's subscription.
  case status
  /// The request to verifyReceipt about a posted receipt, for an app without a key for the Server API.
  case receipt
  /// The report to Apple that a transaction was delivered.
  case finish
  /// The answer to a consumption request.
  case consumption

  /// The kinds with effects on Apple or a customer. They are paused while a restored ledger does
  /// not know which effects took place.
  package static let outward: Set<JobKind> = [.finish, .consumption]

  /// The kinds that read what Apple signed. The consumer that knows each chain enqueues them.
  package static let readings: Set<JobKind> = [.history, .status]

  /// The reason of a reading about a purchase that only a player named, and of which Apple knows nothing.
  /// It is owed to nobody.
  package static let purchaseUnknown = "purchase_unknown"

  /// True if a finished job stays visible for a while.
  package var isKept: Bool { self == .consumption }
}

extension JobKind: PostgresDecodable {}
