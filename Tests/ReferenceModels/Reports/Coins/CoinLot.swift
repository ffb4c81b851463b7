import Ledger

/// The coins of one grant in one wallet, or those of an adjustment.
struct CoinLot {
  /// The grant that brought the coins; nil for coins that no purchase brought.
  let grant: GrantID?
  let product: String
  /// The place of the coins in the order of their age.
  let age: Int
  /// The coins that are neither spent, nor reserved, nor taken back; negative if more was taken back than was
  /// left.
  var left: Int128 = 0
}

/// A reservation with the coins that it holds, by the ages of their lots.
struct CoinReservation {
  let key: IdempotencyKey
  let expiresAt: Instant?
  let parts: [(age: Int, amount: Int128)]
}

/// A wallet of one account and coin as lots, the oldest first.
struct CoinPurse {
  private(set) var lots: [CoinLot] = []
  private(set) var reservations: [CoinReservation] = []
  /// The total taken back of each grant so far.
  var takenBack: [GrantID: Int64] = [:]
  private let mutation: DebtMutation?

  init(_ mutation: DebtMutation?) {
    self.mutation = mutation
  }

  /// Adds coins to a lot, which is created if it is not there; a negative amount takes them.
  mutating func add(_ amount: Int128, to lot: CoinLot) {
    if let index = lots.firstIndex(where: { isSame($0, lot) }) {
      lots[index].left += amount
    } else {
      var new = lot
      new.left = amount
      lots.append(new)
      lots.sort { $0.age < $1.age }
    }
  }

  private func isSame(_ left: CoinLot, _ right: CoinLot) -> Bool {
    right.grant == nil ? left.age == right.age : left.grant == right.grant
  }

  /// Takes coins from the oldest lots that have some, and returns the lots with their parts.
  mutating func take(_ amount: Int128) -> [(lot: CoinLot, amount: Int128)] {
    var (rest, parts) = (amount, [(lot: CoinLot, amount: Int128)]())
    let order = mutation == .spendsNewestFirst ? lots.indices.reversed() : Array(lots.indices)
    for index in order where rest > 0 && lots[index].left > 0 {
      let part = min(rest, lots[index].left)
      lots[index].left -= part
      parts.append((lots[index], part))
      rest -= part
    }
    return parts
  }

  mutating func reserve(_ amount: Int128, under key: IdempotencyKey, until moment: Instant?) {
    let parts = take(amount).map { (age: $0.lot.age, amount: $0.amount) }
    reservations.append(CoinReservation(key: key, expiresAt: moment, parts: parts))
  }

  /// Ends a reservation and returns the coins that it held, with their lots.
  mutating func end(_ key: IdempotencyKey) -> [(lot: CoinLot, amount: Int128)] {
    let ended = reservations.first { $0.key == key }?.parts ?? []
    reservations.removeAll { $0.key == key }
    return ended.compactMap { part in
      lots.first { $0.age == part.age }.map { ($0, part.amount) }
    }
  }

  /// Gives the coins of all reservations back that end by a moment.
  mutating func expire(by moment: Instant) {
    guard mutation != .reservationsNeverEnd else { return }
    for reservation in reservations {
      guard let end = reservation.expiresAt, end <= moment else { continue }
      for (lot, amount) in self.end(reservation.key) { add(amount, to: lot) }
    }
  }

  /// Takes everything out, as it stands.
  mutating func empty() -> [CoinLot] {
    let all = lots
    lots = []
    return all
  }

  /// The coins that can be spent; less than nothing for a debt.
  var available: Int128 { lots.reduce(0) { $0 + $1.left } }

  /// The coins that players owe, by product: later coins fill the oldest debts first.
  var debts: [(product: String, amount: Int128)] {
    var filling = lots.filter { $0.left > 0 }.reduce(Int128(0)) { $0 + $1.left }
    return lots.filter { $0.left < 0 }.map { lot in
      let filled = min(filling, -lot.left)
      filling -= filled
      return (lot.product, -lot.left - filled)
    }
  }

  /// The reserved coins by product.
  var reserved: [(product: String, amount: Int128)] {
    reservations.flatMap(\.parts).map { part in
      (lots.first { $0.age == part.age }?.product ?? "", part.amount)
    }
  }
}
