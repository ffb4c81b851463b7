extension Wallet {
  /// Returns the postings of a movement, from its source to its target.
  func postings(of moved: CoinsMoved) -> [WalletEntry.Posting] {
    switch moved.movement {
    case .credited(_, let amount): booking(amount, from: .issued, to: .available)
    case .takenBack(let grant, let total, _):
      booking(total - (credits[grant]?.takenBack ?? 0), from: .available, to: .refunded)
    case .spent(let amount): booking(amount, from: .available, to: .spent)
    case .adjusted(let amount, _, _): booking(amount, from: .adjusted, to: .available)
    case .reserved(let amount): booking(amount, from: .available, to: .reserved)
    case .committed(_, let amount): booking(amount, from: .reserved, to: .spent)
    case .canceled(_, let amount): booking(amount, from: .reserved, to: .available)
    case .merged(let amount, _, _): booking(amount, from: .merged, to: .available)
    }
  }

  private func booking(
    _ amount: Int64, from source: CoinAccount, to target: CoinAccount
  ) -> [WalletEntry.Posting] {
    [WalletEntry.Posting(source, -amount), WalletEntry.Posting(target, amount)]
  }

  /// Returns true if all sums still fit into 64 bits after these postings.
  func holds(_ postings: [WalletEntry.Posting], of coin: Coin) -> Bool {
    postings.allSatisfy {
      !sum(of: $0.account, in: coin).addingReportingOverflow($0.amount).overflow
    }
  }
}
