/// A movement of coins. Amounts are positive, except those of adjustments.
package enum CoinMovement: Hashable, Sendable, Codable {
  /// The coins of a grant were credited.
  case credited(grant: GrantID, amount: Int64)
  /// The total of a grant that is taken back by now, more or less than before. The revision is the
  /// position up to which the chain was read; an earlier revision has no effect.
  case takenBack(grant: GrantID, total: Int64, revision: Int64)
  case spent(amount: Int64)
  /// The game gave coins that no purchase brought.
  case earned(amount: Int64, source: String)
  /// A whole spend or committed reservation came back, with the parts that it had taken.
  case reversed(entry: WalletEntryID, amount: Int64, parts: [CoinPart])
  /// An operator corrected the balance: a positive amount gives coins, a negative one takes them.
  case adjusted(amount: Int64, reason: String, author: String)
  /// Coins were reserved under the key of the request, until the reservation is committed or
  /// canceled.
  case reserved(amount: Int64)
  /// A whole reservation was spent.
  case committed(reservation: IdempotencyKey, amount: Int64)
  /// A whole reservation became available again.
  case canceled(reservation: IdempotencyKey, amount: Int64)
  /// The coins moved here from another account, or back there with a negative amount.
  /// Recorded by ``AccountsMerged``, never as a movement of its own.
  case merged(amount: Int64, with: AccountReference, coins: MovedCoins)

  /// The stored spelling.
  private enum CodingKeys: String, CodingKey {
    case credited, takenBack, spent, earned, reversed, adjusted, reserved, committed, merged
    case canceled = "cancelled"
  }
}

extension CoinMovement {
  /// Returns the postings of the movement, from its source to its target.
  ///
  /// - Parameter change: returns the change of what an account lacks of a grant, if this total is taken back from
  ///   now on.
  func postings(_ change: (GrantID, Int64) -> Int64) -> [WalletEntry.Posting] {
    switch self {
    case .credited(_, let amount): Self.moving(amount, from: .issued, to: .available)
    case .takenBack(let grant, let total, _):
      Self.moving(change(grant, total), from: .available, to: .refunded)
    case .spent(let amount): Self.moving(amount, from: .available, to: .spent)
    case .earned(let amount, _): Self.moving(amount, from: .earned, to: .available)
    case .reversed(_, let amount, _): Self.moving(amount, from: .spent, to: .available)
    case .adjusted(let amount, _, _): Self.moving(amount, from: .adjusted, to: .available)
    case .reserved(let amount): Self.moving(amount, from: .available, to: .reserved)
    case .committed(_, let amount): Self.moving(amount, from: .reserved, to: .spent)
    case .canceled(_, let amount): Self.moving(amount, from: .reserved, to: .available)
    case .merged(let amount, _, _): Self.moving(amount, from: .merged, to: .available)
    }
  }

  private static func moving(
    _ amount: Int64, from source: CoinAccount, to target: CoinAccount
  ) -> [WalletEntry.Posting] {
    [WalletEntry.Posting(source, -amount), WalletEntry.Posting(target, amount)]
  }
}
