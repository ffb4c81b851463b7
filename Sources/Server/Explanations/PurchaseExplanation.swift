import Foundation
import HTTP
package import Ledger
package import Projections

/// A purchase chain at a moment, and all its events.
package struct PurchaseExplanation: Encodable {
  private let purchase: PurchaseBody
  private let commission: [CommissionBody]
  private let journal: [JournalEntryBody]
  private let coins: GrantExplanation
  private let events: [HistoryItem]
  private let eventsLeftOut: Int?
  package let lines: [String]

  private enum CodingKeys: CodingKey {
    case purchase, commission, journal, coins, events, eventsLeftOut
  }

  /// - Parameters:
  ///   - known: leaves out what was recorded later.
  ///   - last: the largest number of events to list; nil for all.
  package init(
    _ chain: ChainID, from reader: Reader, at moment: Instant, knownAt known: Instant?,
    last: Int? = nil
  ) async throws {
    guard let answer = try await reader.chains.purchase(chain, knownAt: known) else {
      throw Failure(
        "no purchase \(chain.originalTransactionID) is known in \(chain.environment.rawValue): if this is the id of "
          + "a renewal, run `daicho explain transaction \(chain.originalTransactionID)`")
    }
    let account = try await reader.names.account(of: answer.value, knownAt: known)
    let books = try await reader.commission.books(of: chain, knownAt: known)
    let recorded = try await reader.history.events(of: .chain(chain)).known(at: known)
    let names = try await reader.names.names(in: recorded)
    let shared = try await reader.history.events(of: .shared).known(at: known)
    coins = GrantExplanation(
      of: chain, recorded, at: moment, shared: shared,
      holders: try await reader.names.holders(of: recorded, knownAt: known),
      withoutHolder: known == nil ? try await reader.grants.withoutAccount(of: chain) : [])
    let events = ToldEvents(
      recorded.map { HistoryItem($0, names: names.names(in: $0)) }, last: last)
    (self.events, eventsLeftOut) = (events.items, events.leftOut)
    purchase = PurchaseBody(
      answer.value, of: account, at: moment,
      catalogs: SharedState(shared).catalogs(of: chain.bundleID),
      position: reader.positions.token(answer.position))
    commission = books.lines.map { CommissionBody($0, books.taxes) }
    journal = books.entries.map(JournalEntryBody.init)
    var lines = answer.value.sentences(of: account, at: moment) + ["", "Commission:"]
    lines += books.lines.isEmpty ? ["  nothing was charged"] : books.lines.map(\.sentence)
    lines += ["", "Journal:"]
    lines += books.entries.isEmpty ? ["  no entries"] : books.entries.map(\.sentence)
    lines += ["", "Coins:"] + coins.lines
    self.lines = lines + [""] + events.lines
  }
}

extension NameReader {
  /// Returns the account behind each name in the events: the account itself, that of an alias, or
  /// the target of a merge.
  fileprivate func holders(
    of events: [RecordedEvent], knownAt known: Instant?
  ) async throws -> [AccountReference: String] {
    var holders: [AccountReference: String] = [:]
    for name in Set(events.flatMap(\.event.accounts)) {
      let account = try await resolve(name, knownAt: known).account
      let known = try await self.names(of: [account])[account]
      holders[name] = known?.rawValue ?? account.key.uuidString.lowercased()
    }
    return holders
  }
}

extension SubscriptionStatus {
  var sentence: String {
    let events = because.map(\.description).joined(separator: ", ")
    return "  \(chain.originalTransactionID)  \(productID)  \(status.rawValue)  "
      + "period ends \(expiresAt)\(isUncertain ? "  uncertain" : "")  because of \(events)"
  }
}

extension ChainState {
  fileprivate func sentences(of account: AccountID?, at moment: Instant) -> [String] {
    let owner =
      account?.rawValue ?? (owners.isEmpty ? "no known account" : "an account that was erased")
    let bought = transactions.values.sorted {
      ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
    }
    return [
      "Purchase \(chain.originalTransactionID) in \(chain.environment.rawValue) at \(moment)",
      "Belongs to \(owner)", "", "Subscription:",
      SubscriptionStatuses.evaluate(self, at: moment)?.sentence ?? "  none", "", "Transactions:",
    ] + bought.map(\.sentence)
  }
}

extension TransactionState {
  fileprivate var sentence: String {
    let until = expiresDate.map { "  to \($0)" } ?? ""
    let revoked = revocation.map { "  revoked \($0.date)" } ?? ""
    let events = because.map(\.description).joined(separator: ", ")
    return "  \(transactionID)  \(purchase.productID)  bought \(purchase.purchaseDate)"
      + "\(until)\(revoked)  because of \(events)"
  }
}
