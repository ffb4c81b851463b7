import EventProcessing
import EventStore
import Foundation
import Ledger
import Postgres

/// The granter's progress in a lane: its checkpoint, and the waiting chains among the given ones.
struct GrantingReach: Sendable {
  private let lane: Int16
  private let position: Int64
  /// The position reached in lane 0.
  let shared: Int64
  /// The reasons of the waiting chains, as they are stored.
  private let waiting: [UUID: String]
  /// True if the lane is being read again, or has dead letters: then nothing is owed for certain.
  private let isUncertain: Bool

  /// - Parameter chains: chains of this lane.
  init(
    _ lane: Int16, among chains: [ChainID], on connection: isolated Connection
  ) throws {
    self.lane = lane
    let checkpoint = try CheckpointStore(of: GrantingConsumer.name).read(lane, on: connection)
    (position, shared) = (checkpoint.position, checkpoint.shared)
    let again = try connection.query(.grantingBackfillRead, [[lane]])
    let letters = try DeadLetterStore(lane: lane).positions(
      of: [GrantingConsumer.name], on: connection)
    isUncertain = !again.isEmpty || !letters.isEmpty
    waiting = Dictionary(
      uniqueKeysWithValues: try connection.query(
        .grantingWaitsAmong, lane, chains.map { StreamID.chain($0).key }
      ).decode((UUID, String).self).map { ($0.0, $0.1) })
  }

  /// Returns true if every grant of a chain must have been made by this checkpoint.
  func hasDecided(_ book: GrantBook) -> Bool {
    !isUncertain && book.revision <= position
      && waiting[StreamID.chain(book.chain.chain).key] == nil
  }

  /// Returns true if the wallet of a grant's owner must have followed by this checkpoint.
  func covers(_ status: GrantStatus) -> Bool {
    status.revision <= position
      && waiting[StreamID.chain(status.grant.chain).key] == nil
  }

  /// Returns the finding about a waiting chain with a wrong stored reason; nil if the reason is right or the
  /// chain does not wait. A rejected chain is decided again within a minute.
  func fault(ofWaiting book: GrantBook, isUnpriced: Bool) -> BrokenPromise? {
    let stream = StreamID.chain(book.chain.chain).key
    guard !isUncertain, book.revision <= position, let reason = waiting[stream] else { return nil }
    let fault: String
    switch GrantingWaits.Reason(rawValue: reason) {
    case .unpriced where isUnpriced: return nil
    case .rejected: return nil
    case .unpriced: fault = "it waits for a catalog, and each product has one"
    case nil: fault = "it waits for no reason that there is"
    }
    return BrokenPromise(
      .record(table: "granting_wait", key: "\(lane), \(stream.uuidString.lowercased())"),
      "column reason: \(fault)")
  }
}
