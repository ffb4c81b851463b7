import EventStore
import Foundation
import Ledger
import Postgres

/// The tables of the tenure projection, for one lane.
struct TenureTables {
  private static let pageMax: Int64 = 500

  let lane: Int16

  /// Writes the rows of streams, and removes what their folds no longer have.
  func write(
    _ rows: [TenureRows], of streams: [UUID], on connection: isolated Connection
  ) throws {
    let kept = rows.flatMap { row in row.periods.keys.map { (row.stream, $0.rawValue) } }
    try connection.post(
      .servicePeriodsRemove, lane, streams, kept.map(\.0), kept.map(\.1))
    let gone = Set(streams).subtracting(rows.map(\.stream))
    if !gone.isEmpty { try connection.post(.tenureChainsRemove, lane, Array(gone)) }
    guard !rows.isEmpty else { return }
    try connection.post(
      .tenureChainsWrite, lane, rows.map(\.stream),
      rows.map(\.chain.environment.rawValue), rows.map(\.chain.bundleID.rawValue),
      rows.map(\.chain.originalTransactionID.rawValue), rows.map(\.customer?.rawValue),
      try rows.map { try StateText.encode($0.replaced.sorted()) },
      rows.map(\.renewal?.productID?.rawValue), rows.map(\.renewal?.price),
      rows.map(\.renewal?.currency), rows.map(\.renewalIsRegular),
      rows.map(\.renewal?.autoRenew), rows.map(\.renewal?.isBilledMonthly),
      try rows.map { try StateText.encode($0.findings) },
      rows.map(\.isIncomplete),
      try rows.map { try StateText.encode($0.productsToLookUp.sorted()) })
    try write(rows.flatMap { row in row.periods.values.map { (row.stream, $0) } }, on: connection)
  }

  private func write(
    _ rows: [(stream: UUID, item: TenureRows.GroupedPeriod)], on connection: isolated Connection
  ) throws {
    guard !rows.isEmpty else { return }
    let periods = rows.map(\.item.period)
    try connection.post(
      .servicePeriodsWrite, lane, rows.map(\.stream),
      periods.map(\.transactionID.rawValue), rows.map(\.item.group.rawValue),
      periods.map(\.productID.rawValue), periods.map(\.storefront),
      periods.map(\.purchaseDate),
      periods.map(\.start),
      periods.map(\.end), periods.map(\.paidEnd),
      periods.map(\.soldEnd),
      periods.map { $0.graceEnd },
      periods.map(\.isPaid), periods.map(\.charge?.price), periods.map(\.charge?.currency),
      periods.map(\.isOffer), periods.map(\.isBilledMonthly), periods.map(\.isRenewal),
      periods.map(\.isServed),
      periods.map(\.isUpgradedToUnknown), periods.map(\.isUncertain),
      periods.map(\.isOfferUntold), periods.map(\.chargedAheadAt),
      periods.map(\.commitmentRest?.end),
      try periods.map {
        $0.refunds == .none ? nil : try StateText.encode(whole: $0.refunds).text
      }, rows.map(\.item.told?.reason.rawValue), rows.map(\.item.told?.retryEnd),
      periods.map { $0.commitmentRest.map { Int16(clamping: $0.payments) } },
      periods.map(\.commitmentRest?.price))
  }

  /// Reads the stored chains of a range of streams.
  func read(
    after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws -> [TenureRows] {
    try TenureRows.chains(
      in: connection.query(
        .tenureRowsRead, lane, stream, last, nil as String?, nil as String?,
        nil as Int64?, nil as [UUID]?))
  }

  /// Reads some stored chains.
  ///
  /// - Parameter streams: the streams in order.
  func read(_ streams: [UUID], on connection: isolated Connection) throws -> [TenureRows] {
    guard let last = streams.last else { return [] }
    return try TenureRows.chains(
      in: connection.query(
        .tenureRowsRead, lane, UUID.lowest, last, nil as String?, nil as String?, nil as Int64?,
        streams))
  }

  /// Returns the streams of the chains of an app in which a commitment was told, in order.
  func committedStreams(
    of app: BundleID, in environment: StoreEnvironment, on connection: isolated Connection
  ) throws -> [UUID] {
    try connection.query(
      .tenureCommittedStreams, lane, environment.rawValue, app.rawValue
    ).decode()
  }

  /// Reads the next stored chains of an app, for `TenureRows.chains`.
  func page(
    after stream: UUID, of app: BundleID, in environment: StoreEnvironment,
    on connection: isolated Connection
  ) throws -> Rows {
    try connection.query(
      .tenureRowsRead, lane, stream, UUID.highest, environment.rawValue,
      app.rawValue, Self.pageMax, nil as [UUID]?)
  }
}
