import HTTP
import Ledger
import Projections

/// An account's coins at a moment: balances, entries, and the events behind them.
struct WalletExplanation: Encodable {
  struct Entry: Encodable {
    let entry: WalletEntryBody
    let because: String?
  }

  /// The events behind the entries.
  let cited: [RecordedEvent]
  private let balances: [WalletBody.Balance]
  private let entries: [Entry]
  let lines: [String]

  private enum CodingKeys: CodingKey {
    case balances, entries
  }

  /// - Parameters:
  ///   - moment: leaves out what was booked later.
  ///   - known: leaves out what was recorded later.
  init(
    of account: AccountKey, from reader: Reader, at moment: Instant, knownAt known: Instant?
  ) async throws {
    let told = try await reader.wallets.wallet(of: account, knownAt: known)
    var causes: [LedgerEvent: RecordedEvent] = [:]
    for event in told.events { causes.note(event) }
    let entries = told.wallet.entries.filter { $0.moved.movedAt <= moment }
    let sources = try await reader.walletSources.sources(of: entries)
    let balances = told.wallet.told(until: moment).balances(at: moment)
    self.balances = balances.map { WalletBody.Balance($0, in: account.environment) }
    self.entries = entries.map {
      Entry(
        entry: WalletEntryBody($0, sources[$0.number]),
        because: causes[$0.event]?.id.description)
    }
    cited = entries.compactMap { causes[$0.event] }
    lines =
      balances.isEmpty
      ? ["  none"]
      : balances.map(\.sentence)
        + entries.map { $0.sentence(of: sources[$0.number]?.grant, because: causes[$0.event]?.id) }
  }
}

extension [LedgerEvent: RecordedEvent] {
  /// Notes an event that moves coins. Only the first of two copies counts.
  fileprivate mutating func note(_ event: RecordedEvent) {
    switch event.event {
    case .account(.coinsMoved), .account(.accountsMerged):
      if self[event.event] == nil { self[event.event] = event }
    default: break
    }
  }
}

extension DividedBalance {
  fileprivate var sentence: String {
    let owed = debt > 0 ? ", \(debt) owed" : ""
    return "  \(available) \(coin): \(bought) bought, \(earned) earned\(owed), \(reserved) reserved"
  }
}

extension WalletEntry {
  fileprivate func sentence(of grant: GrantMade?, because event: EventID?) -> String {
    let name = moved.reference.map { " for \($0)" } ?? ""
    let cause = event.map { "  because of \($0)" } ?? ""
    let source = grant.map { " for \($0.productID) in \($0.transactionID)" } ?? ""
    return "  \(moved.movedAt)  \(action)\(source)\(name), which left \(balance)\(cause)"
  }

  private var action: String {
    switch moved.movement {
    case .credited(let grant, let amount):
      return "credited \(amount) \(moved.coin) of grant \(grant)"
    case .takenBack(let grant, _, _):
      let verb = change < 0 ? "taken back" : "given back"
      let source =
        moved.returned == nil ? "" : ", which a refund took here before another account had it"
      return "\(verb) \(change.magnitude) \(moved.coin) of grant \(grant)\(source)"
    case .spent(let amount): return "spent \(amount) \(moved.coin)"
    case .earned(let amount, let source): return "earned \(amount) \(moved.coin) from \(source)"
    case .reversed(let entry, let amount, _):
      return "reversed \(amount) \(moved.coin) of entry \(entry)"
    case .adjusted(let amount, let reason, let author):
      return "adjusted by \(amount) \(moved.coin) by \(author): \(reason)"
    case .reserved(let amount): return "reserved \(amount) \(moved.coin)"
    case .committed(let key, let amount):
      return "spent \(amount) \(moved.coin) reserved under \(key)"
    case .canceled(let key, let amount):
      return "set free \(amount) \(moved.coin) reserved under \(key)"
    case .merged(let amount, _, _):
      return "merged \(amount) \(moved.coin) with another account's"
    }
  }
}
