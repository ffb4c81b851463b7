/// The requests of a wallet by their keys, and the reservations among them.
///
/// A key belongs to the name under which the request came: a merged account's keys are apart from
/// those of the account it was merged into.
struct WalletRequests: Hashable, Sendable {
  struct Key: Hashable, Sendable {
    /// The merged account under whose name the request came; nil for the wallet's own account.
    let requester: AccountReference?
    let key: IdempotencyKey
  }

  /// The coins that were reserved under a key.
  struct Reservation: Hashable, Sendable {
    let coin: Coin
    let amount: Int64
    /// The number of the entry that committed or canceled the reservation.
    var settledBy: Int?
  }

  private var numbers: [Key: Int] = [:]
  private var reservations: [Key: Reservation] = [:]

  /// Returns the number of the entry of a request; nil for an unknown key.
  func number(of key: Key) -> Int? { numbers[key] }

  func reservation(_ key: Key) -> Reservation? { reservations[key] }

  /// Returns true if a reservation made under a name is neither committed nor canceled.
  func hasOpenReservation(of requester: AccountReference?) -> Bool {
    reservations.contains { $0.key.requester == requester && $0.value.settledBy == nil }
  }

  /// Returns true unless the request or the end of its reservation is known.
  func isNew(_ moved: CoinsMoved) -> Bool {
    if let key = moved.requestKey, numbers[key] != nil { return false }
    guard let reservation = moved.reservationKey else { return true }
    return reservations[reservation].map { $0.settledBy == nil } ?? false
  }

  mutating func note(_ moved: CoinsMoved, as number: Int) {
    if let key = moved.requestKey {
      numbers[key] = number
      if case .reserved(let amount) = moved.movement {
        reservations[key] = Reservation(coin: moved.coin, amount: amount)
      }
    }
    if let reservation = moved.reservationKey { reservations[reservation]?.settledBy = number }
  }
}

extension CoinsMoved {
  fileprivate var requestKey: WalletRequests.Key? {
    key.map { WalletRequests.Key(requester: requestedBy, key: $0) }
  }

  /// The key of the reservation that the movement ends; nil for any other movement.
  var reservationKey: WalletRequests.Key? {
    switch movement {
    case .committed(let key, _), .canceled(let key, _):
      WalletRequests.Key(requester: requestedBy, key: key)
    case .credited, .takenBack, .spent, .adjusted, .reserved, .merged: nil
    }
  }
}
