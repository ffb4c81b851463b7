/// One movement as the wallet booked it. It never changes.
package struct WalletEntry: Hashable, Sendable, Codable {
  /// 1, 2, 3 … within the wallet.
  package let number: Int
  package let moved: CoinsMoved
  /// They add up to zero.
  package let postings: [Posting]
  /// What was available of the coin after it; below zero is debt.
  package let balance: Int64

  package init(number: Int, moved: CoinsMoved, postings: [Posting], balance: Int64) {
    self.number = number
    self.moved = moved
    self.postings = postings
    self.balance = balance
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
  /// By how much it changed what is available.
  package var change: Int64 { postings.change }
}

extension [WalletEntry.Posting] {
  /// By how much they change what is available.
  var change: Int64 { filter { $0.account == .available }.map(\.amount).reduce(0, +) }
}

/// Where a coin of one wallet is, or went, or came from. Over all of them each coin adds up to
/// zero.
package enum CoinAccount: String, Hashable, Sendable, Codable, CaseIterable {
  /// What purchases granted, as a sum below zero.
  case issued
  /// What refunds took back.
  case refunded
  case spent
  /// What adjustments took; below zero what they gave.
  case adjusted
  /// What may be spent; below zero is debt.
  case available
  case reserved
}
