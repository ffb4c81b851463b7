/// One movement as booked by the wallet. It never changes.
package struct WalletEntry: Hashable, Sendable, Codable {
  /// The number of the entry within the wallet: 1, 2, 3 …
  package let number: Int
  package let moved: CoinsMoved
  /// The postings, which sum to zero.
  package let postings: [Posting]
  /// The available amount of the coin after the entry; negative for debt.
  package let balance: Int64
  /// The merge that moved the coins; nil for a movement of its own.
  package let merge: AccountsMerged?

  package init(
    number: Int, moved: CoinsMoved, postings: [Posting], balance: Int64,
    merge: AccountsMerged? = nil
  ) {
    self.number = number
    self.moved = moved
    self.postings = postings
    self.balance = balance
    self.merge = merge
  }

  package struct Posting: Hashable, Sendable, Codable {
    package let account: CoinAccount
    package let amount: Int64

    package init(_ account: CoinAccount, _ amount: Int64) {
      self.account = account
      self.amount = amount
    }
  }
}

extension WalletEntry {
  /// The recorded event that made the entry.
  package var event: LedgerEvent {
    .account(merge.map { .accountsMerged($0) } ?? .coinsMoved(moved))
  }

  /// The grant whose coins were credited or taken back; nil for any other movement.
  package var grant: GrantID? {
    switch moved.movement {
    case .credited(let grant, _), .takenBack(let grant, _, _): grant
    case .spent, .earned, .reversed, .adjusted, .reserved, .committed, .canceled, .merged: nil
    }
  }

  /// The name of the entry, by which it can be reversed.
  package var id: WalletEntryID { WalletEntryID(moved) }

  /// The change of the available amount by this entry.
  package var change: Int64 { postings.change }
}

extension [WalletEntry.Posting] {
  /// The change of the available amount by these postings.
  var change: Int64 { filter { $0.account == .available }.map(\.amount).reduce(0, +) }
}

/// The accounts of the double-entry bookkeeping of one wallet. Each coin sums to zero over all of
/// them.
package enum CoinAccount: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coins that purchases granted, as a negative sum.
  case issued
  /// The coins that refunds took back.
  case refunded
  case spent
  /// The coins that the game gave, as a negative sum.
  case earned
  /// The coins that adjustments took; negative if they gave more.
  case adjusted
  /// The spendable coins; negative for debt.
  case available
  /// The coins that merges brought, as a negative sum; positive if they took more.
  case merged
  case reserved
}
