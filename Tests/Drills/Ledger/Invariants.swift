import AppStoreSimulator
import Foundation
import Postgres

/// The invariants that must hold after anything that happened to a ledger.
struct Invariants: Sendable {
  /// The longest wait: verifying a long log takes long.
  private static let patience = Duration.seconds(1_200)

  private let process: LedgerProcess

  init(of process: LedgerProcess) {
    self.process = process
  }

  /// Checks the promises of a serving ledger that acknowledged these notifications, and names those that are
  /// not kept.
  func check(_ notifications: [StoreNotification]) async throws {
    let rows = try await process.withDatabase { try await $0.query(Self.kept) }
    let kept = Set(try rows.decode(String.self))
    let missing = notifications.filter { !kept.contains($0.uuid.lowercased()) }.map {
      "\($0.type) \($0.subtype ?? "") \($0.uuid) signed at \($0.signedDate)"
    }
    try demand(
      missing.isEmpty,
      "\(missing.count) notifications are not kept: \(missing.prefix(5).joined(separator: ", "))")
    try await check(notifications: notifications.count)
  }

  /// Checks the promises of a serving ledger: the chains of events, Apple's signatures on the
  /// stored evidence, the projections by replay, and wallets by the grants they follow. Every
  /// acknowledged notification must be recorded once, in production only, and ingested.
  ///
  /// - Parameter notifications: the number of different notifications that the ledger has
  /// acknowledged.
  func check(notifications: Int) async throws {
    try await process.command(
      "verify", "--evidence", "--projections", "--wallets", atMost: Self.patience)
    let found = try await process.withDatabase { connection in
      try Found(try await connection.query(Self.question))
    }
    try demand(
      found.notifications == notifications,
      "of \(notifications) notifications \(found.notifications) are kept")
    try demand(found.strangers == 0, "\(found.strangers) chains are not of production")
    try demand(found.parked == 0, "\(found.parked) events are dead-lettered")
  }

  private func demand(_ holds: Bool, _ otherwise: String) throws {
    guard holds else { throw BrokenDrill(otherwise) }
  }

  private struct Found {
    let notifications: Int64
    let strangers: Int64
    let parked: Int64

    init(_ rows: Rows) throws {
      guard let row = rows.first else { throw BrokenDrill("the database counts nothing") }
      (notifications, strangers, parked) = try row.decode((Int64, Int64, Int64).self)
    }
  }

  private static let kept = Statement(
    unsafeSQL: "select notification::text from event where notification_type is not null")

  private static let question = Statement(
    unsafeSQL: """
      select
        (select count(*) from event where notification_type is not null),
        (select count(*) from chain where environment <> 'Production'),
        (select count(*) from dead_letter)
      """)
}
