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
    let reservedAt: Instant
    let expiresAt: Instant?
    /// The number of the entry that committed or canceled the reservation.
    var settledBy: Int?

    /// Returns true if the reservation has ended by itself.
    func hasExpired(at moment: Instant) -> Bool {
      settledBy == nil && expiresAt.map { $0 <= moment } ?? false
    }

    func isOpen(at moment: Instant) -> Bool { settledBy == nil && !hasExpired(at: moment) }
  }

  private var numbers: [Key: Int] = [:]
  private var reservations: [Key: Reservation] = [:]
  /// The numbers of the entries that reversed others.
  private var reversals: [WalletEntryID: Int] = [:]
  /// The keys of requests that were booked under this name before its account was erased.
  private var closed: Set<Key> = []

  /// Forgets the requests of an erased account, and keeps their keys.
  mutating func close() {
    var next = WalletRequests()
    next.closed = closed.union(numbers.keys)
    self = next
  }

  func isClosed(_ key: Key) -> Bool { closed.contains(key) }

  /// Returns the number of the entry of a request; nil for an unknown key.
  func number(of key: Key) -> Int? { numbers[key] }

  func reservation(_ key: Key) -> Reservation? { reservations[key] }

  /// Returns the number of the entry that reversed another one; nil if none did here.
  func reversal(of entry: WalletEntryID) -> Int? { reversals[entry] }

  /// Returns true if a reservation made under a name is neither committed nor canceled nor over.
  func hasOpenReservation(of requester: AccountReference?, at moment: Instant) -> Bool {
    reservations.contains { $0.key.requester == requester && $0.value.isOpen(at: moment) }
  }

  /// Returns the reservations that are open at a moment, in the order in which they were made.
  func open(at moment: Instant) -> [(key: Key, reservation: Reservation)] {
    reservations.filter { $0.value.reservedAt <= moment && $0.value.isOpen(at: moment) }
      .sorted { ($0.value.reservedAt, $0.key.key) < ($1.value.reservedAt, $1.key.key) }
      .map { ($0.key, $0.value) }
  }

  /// Returns the coins of reservations that have ended by themselves and were not canceled since.
  func released(_ coin: Coin, at moment: Instant) -> Int64 {
    reservations.values.filter { $0.coin == coin && $0.hasExpired(at: moment) }
      .reduce(0) { $0 + $1.amount }
  }

  /// Returns true unless the request or the end of its reservation is known.
  func isNew(_ moved: CoinsMoved) -> Bool {
    if let key = moved.requestKey, numbers[key] != nil { return false }
    if case .reversed(let entry, _, _) = moved.movement { return reversals[entry] == nil }
    guard let reservation = moved.reservationKey else { return true }
    return reservations[reservation].map { $0.settledBy == nil } ?? false
  }

  mutating func note(_ moved: CoinsMoved, as number: Int) {
    if let key = moved.requestKey {
      numbers[key] = number
      if case .reserved(let amount) = moved.movement {
        reservations[key] = Reservation(
          coin: moved.coin, amount: amount, reservedAt: moved.movedAt, expiresAt: moved.expiresAt)
      }
    }
    if let reservation = moved.reservationKey { reservations[reservation]?.settledBy = number }
    if case .reversed(let entry, _, _) = moved.movement { reversals[entry] = number }
  }
}

extension CoinsMoved {
  /// The key of the request; nil for a movement that follows from a grant or ends a reservation.
  var requestKey: WalletRequests.Key? {
    key.map { WalletRequests.Key(requester: requestedBy, key: $0) }
  }

  /// The key of the reservation that the movement ends; nil for any other movement.
  var reservationKey: WalletRequests.Key? {
    switch movement {
    case .committed(let key, _), .canceled(let key, _):
      WalletRequests.Key(requester: requestedBy, key: key)
    case .credited, .takenBack, .spent, .earned, .reversed, .adjusted, .reserved, .merged: nil
    }
  }
}
