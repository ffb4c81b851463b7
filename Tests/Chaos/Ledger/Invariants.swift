import Foundation
import Postgres

/// What must hold after whatever happened to a ledger: DESIGN §9 as far as it is built.
struct Invariants: Sendable {
  /// A long log is verified for long.
  private static let patience = Duration.seconds(1_200)

  private let process: LedgerProcess

  init(of process: LedgerProcess) {
    self.process = process
  }

  /// Holds a serving ledger to its promises: the chains of events, Apple's signatures on what is kept, the
  /// projections by replay, wallets by the grants they follow, and that whatever was answered for is there
  /// once, in production only, and taken in.
  ///
  /// - Parameter notices: how many different notifications it has answered for.
  func check(notices: Int) async throws {
    try await process.command(
      "verify", "--evidence", "--projections", "--wallets", atMost: Self.patience)
    let found = try await process.withDatabase { connection in
      try Found(try await connection.query(Self.question))
    }
    try demand(found.notices == notices, "of \(notices) notifications \(found.notices) are kept")
    try demand(found.strangers == 0, "\(found.strangers) chains are not of production")
    try demand(found.parked == 0, "\(found.parked) events are parked")
  }

  private func demand(_ holds: Bool, _ otherwise: String) throws {
    guard holds else { throw BrokenTrial(otherwise) }
  }

  private struct Found {
    let notices: Int64
    let strangers: Int64
    let parked: Int64

    init(_ rows: Rows) throws {
      guard let row = rows.first else { throw BrokenTrial("the database counts nothing") }
      notices = try row.get(0)
      strangers = try row.get(1)
      parked = try row.get(2)
    }
  }

  private static let question = Statement(
    unsafeSQL: """
      select
        (select count(*) from event where notification_type is not null),
        (select count(*) from chain where environment <> 'Production'),
        (select count(*) from parked_event)
      """)
}
