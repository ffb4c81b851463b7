package import Ledger
import Projections

/// A page of the entries of a wallet, the newest first, with the balances after the newest of all.
struct WalletPage {
  let balances: [DividedBalance]
  let entries: [WalletEntry]
  let reservations: [OpenReservation]
  /// The number of the entry that the next page comes before; nil if this page is the last.
  let next: Int?

  /// - Parameters:
  ///   - hidden: leaves out these coins, which the game keeps.
  ///   - moment: leaves out what was booked later, by the time of booking. The entries of a former
  ///     alias or a merged account come after newer ones.
  ///   - number: leaves out this entry and the newer ones.
  init(
    _ wallet: Wallet, without hidden: Set<Coin>, until moment: Instant?, now: Instant,
    before number: Int?, limit: Int
  ) {
    let all = wallet.entries.filter { entry in
      !hidden.contains(entry.moved.coin) && moment.map { entry.moved.movedAt <= $0 } ?? true
    }
    let rest = number.map { number in all.filter { $0.number < number } } ?? all
    let told = moment.map { wallet.told(until: $0) } ?? wallet
    let present = max(now, wallet.entries.last?.moved.movedAt ?? now)
    balances = told.balances(at: moment ?? present).filter { !hidden.contains($0.coin) }
    reservations = told.openReservations(at: moment ?? present).filter {
      !hidden.contains($0.coin)
    }
    entries = rest.suffix(limit).reversed()
    next = rest.count > limit ? entries.last?.number : nil
  }
}

package struct WalletBody: Encodable, Sendable {
  let account: String
  private(set) var at: String
  private(set) var position: String
  let balances: [Balance]
  let entries: [WalletEntryBody]
  /// The reservations that are open, in the order in which they were made.
  let reservations: [Reservation]
  let next: Nullable<String>

  package struct Balance: Encodable, Sendable {
    let coin: String
    /// The coins that may be spent, `bought + earned - debt`; below zero is debt.
    let balance: Int64
    /// The coins that are left of purchases.
    let bought: Int64
    /// The coins that are left of those that no purchase brought.
    let earned: Int64
    /// The coins that refunds took after they were spent.
    let debt: Int64
    let reserved: Int64

    package init(_ balance: DividedBalance) {
      coin = balance.coin.rawValue
      self.balance = balance.available
      bought = balance.bought
      earned = balance.earned
      debt = balance.debt
      reserved = balance.reserved
    }
  }

  struct Reservation: Encodable, Sendable {
    /// The `Idempotency-Key` under which the coins were reserved.
    let reservation: String
    let coin: String
    let amount: Int64
    let reservedAt: String
    let expiresAt: Nullable<String>

    init(_ open: OpenReservation) {
      reservation = open.key.rawValue
      coin = open.coin.rawValue
      amount = open.amount
      reservedAt = open.reservedAt.description
      expiresAt = Nullable(open.expiresAt?.description)
    }
  }

  init(
    _ page: WalletPage, _ sources: [Int: WalletEntrySource], account: AccountID,
    at moment: Instant, position: PositionToken
  ) {
    self.account = account.rawValue
    at = moment.description
    self.position = position.description
    balances = page.balances.map(Balance.init)
    entries = page.entries.map { WalletEntryBody($0, sources[$0.number]) }
    reservations = page.reservations.map(Reservation.init)
    next = Nullable(page.next.map(String.init))
  }

  /// The wallet without the moment and the position of the answer.
  var content: WalletBody {
    var content = self
    (content.at, content.position) = ("", "")
    return content
  }
}
