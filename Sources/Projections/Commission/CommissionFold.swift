import EventStore
import Foundation
import Ledger
import Postgres

/// Keeps the lines of commission: each as it was learnt, a correction being a line more.
struct CommissionFold: StreamFold {
  let name = ProjectionName.commission

  func concerns(_ event: LedgerEvent) -> Bool { event.chainOfFact != nil }

  func write(
    _ histories: [StreamHistory], in lane: Int16, commons: [RecordedEvent], isAnew: Bool,
    on connection: isolated Connection
  ) throws {
    let tables = CommissionTables(lane: lane)
    let streams = histories.map(\.stream)
    guard !isAnew else {
      try tables.forget(streams, on: connection)
      let rows = histories.compactMap { CommissionRows(anew: $0, commons: commons) }
      return try tables.write(rows, on: connection)
    }
    let standing = Dictionary(
      grouping: try tables.standing(streams, on: connection), by: \.stream)
    let rows = histories.compactMap { history in
      CommissionRows(
        history, standing: standing[history.stream]?.map(\.line) ?? [], commons: commons)
    }
    try tables.write(rows, on: connection)
  }

  /// A programme touches the charges from its first moment on: that it ends may be told later.
  func streams(
    touchedBy common: RecordedEvent, lane: Int16, after stream: UUID, limit: Int,
    on connection: isolated Connection
  ) throws -> [UUID] {
    let (environment, from): (StoreEnvironment?, Instant)
    switch common.event {
    case .programmeEntered(let programme): (environment, from) = (nil, programme.from)
    case .termsPublished(let terms): (environment, from) = (terms.environment, .distantPast)
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .accountErased, .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .grantAcknowledged, .consentChanged, .openingDeclared, .epochOpened:
      return []
    }
    return try connection.query(
      ProjectionStatements.commissionStreams, lane, environment?.rawValue, Timestamp(from), stream,
      Int64(limit)
    ).map { try $0.get(0) }
  }
}

extension Instant {
  /// Before everything.
  static let distantPast = Instant(milliseconds: .min)
}
