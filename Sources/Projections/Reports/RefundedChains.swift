import EventStore
import Foundation
import Ledger
import Postgres

/// The chains of some refunds with their grants, folded from the log as they were known at a position.
struct RefundedChains: Sendable {
  private let books: [UUID: GrantBook]

  init(
    of refunds: ArraySlice<RefundRow>, upTo position: Position, _ log: EventLog, _ pool: Pool
  ) async throws {
    var books: [UUID: GrantBook] = [:]
    for (lane, refunds) in Dictionary(grouping: refunds, by: \.lane) {
      let events = try await pool.withTransaction(.snapshot) { connection in
        let extent = try Replay(pool: pool, log: log, of: .grants).extent(lane, on: connection)
        return try await log.streams.events(
          ofStreams: Set(refunds.map(\.stream)).sorted(), lane: lane,
          upTo: position.lanes[lane] ?? 0, passing: extent.deadLetters, on: connection)
      }
      for history in ChainEvents.histories(of: events) {
        books[history.stream] = GrantBook(history)
      }
    }
    self.books = books
  }

  /// Returns the chain of a refund; nil if there is none.
  subscript(refund: RefundRow) -> ChainState? { books[refund.stream]?.chain }

  /// Returns the coins that a refund took back beyond the refunds of the purchase before it, as `50 gem, 3 gold`; empty
  /// for none.
  func coinsTakenBack(by refund: RefundRow) -> String {
    guard let book = books[refund.stream] else { return "" }
    let grants = Set(book.grants(of: refund.transactionID).map(\.id))
    func taken(at moment: Instant) -> [Coin: Int64] {
      book.statuses(at: moment).filter { grants.contains($0.grant.id) }.reduce(into: [:]) {
        $0[$1.grant.coin, default: 0] += $1.takenBack
      }
    }
    let before = taken(at: refund.refundedAt + .milliseconds(-1))
    return taken(at: refund.refundedAt).merging(before.mapValues { -$0 }) { $0 + $1 }
      .filter { $0.value > 0 }.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }
}
