import EventStore
package import Ledger

/// The origin of a wallet's entry.
package struct WalletEntrySource: Sendable {
  /// The grant whose coins moved.
  package let grant: GrantMade?
  /// The event that made the entry.
  package let event: EventID?
}

/// A reader of the origins of wallets' entries.
package struct WalletSourceReader: Sendable {
  private let log: EventLog

  init(_ log: EventLog) {
    self.log = log
  }

  /// Returns the origin of each entry, by the number of the entry.
  package func sources(of entries: [WalletEntry]) async throws -> [Int: WalletEntrySource] {
    let ids = try await log.reading.ids(of: entries.map(\.event))
    let grants = Set(entries.compactMap(\.grant))
    let made = GrantMade.byID(
      in: try await log.reading.events(keyed: grants.flatMap(EventKey.keys(of:))))
    return Dictionary(
      entries.map { entry in
        let grant = entry.grant.flatMap { made[$0]?.first }
        return (entry.number, WalletEntrySource(grant: grant, event: ids[entry.event]))
      }, uniquingKeysWith: { first, _ in first })
  }
}
