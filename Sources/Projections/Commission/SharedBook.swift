import EventStore
import Foundation
import Ledger

/// The lines and entries of chains that are counted together.
struct SharedBook: Sendable {
  let lines: [CommissionLine]
  let entries: [JournalEntry]
  /// The renewals among the transactions of the lines.
  private let renewals: [ChainID: Set<TransactionID>]

  init(_ events: [RecordedEvent]) {
    var journal = JournalBook()
    for event in events { journal.record(event) }
    lines = journal.commission.lines
    entries = journal.entries
    renewals = lines.reduce(into: [:]) { renewals, line in
      if journal.commission.isRenewal(line.transactionID, of: line.chain) {
        renewals[line.chain, default: []].insert(line.transactionID)
      }
    }
  }

  /// Returns the entries of an app that are booked in a time, each with its booking.
  func bookings(
    of app: BundleID, in span: JournalSpan
  ) -> [(entry: JournalEntry, booking: (moment: Instant, isLate: Bool))] {
    entries.compactMap { entry in
      guard entry.chain.bundleID == app else { return nil }
      return span.booking(of: entry).map { (entry, $0) }
    }
  }

  /// Returns true for an entry of a renewal by Apple; nil for a product that is no subscription.
  func isRenewal(_ entry: JournalEntry) -> Bool? {
    guard entry.productType == .autoRenewable else { return nil }
    return isRenewal(entry.transactionID, of: entry.chain)
  }

  /// Returns true if a transaction with a line is a renewal by Apple.
  func isRenewal(_ transaction: TransactionID, of chain: ChainID) -> Bool {
    renewals[chain]?.contains(transaction) == true
  }
}
