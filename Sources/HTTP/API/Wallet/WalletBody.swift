package import Ledger
import Projections

/// A page of the entries of a wallet, the newest first, with the balances after the newest of all.
struct WalletPage {
  let environment: StoreEnvironment
  let balances: [DividedBalance]
  let entries: [WalletEntry]
  let reservations: [OpenReservation]
  /// True if entries are left for the next page.
  let hasMore: Bool

  /// - Parameters:
  ///   - hidden: leaves out these coins, which the game keeps.
  ///   - moment: leaves out what was booked later, by the time of booking. The entries of a former
  ///     alias or a merged account come after newer ones.
  ///   - number: leaves out this entry and the newer ones.
  init(
    _ wallet: Wallet, without hidden: Set<Coin>, until moment: Instant?, now: Instant,
    before number: Int?, limit: Int
  ) {
    environment = wallet.environment
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
    hasMore = rest.count > limit
  }
}

package struct WalletBody: Encodable, Sendable {
  let account: String
  private(set) var at: String
  private(set) var position: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let balances: [Balance]
  let entries: [WalletEntryBody]
  /// The reservations that are open, in the order in which they were made.
  let reservations: [Reservation]
  let next: Nullable<String>

  package struct Balance: Encodable, Sendable {
    let environment: StoreEnvironment
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

    package init(_ balance: DividedBalance, in environment: StoreEnvironment) {
      self.environment = environment
      coin = balance.coin.rawValue
      self.balance = balance.available
      bought = balance.bought
      earned = balance.earned
      debt = balance.debt
      reserved = balance.reserved
    }
  }

  struct Reservation: Encodable, Sendable {
    let environment: StoreEnvironment
    /// The `Idempotency-Key` under which the coins were reserved.
    let reservation: String
    let coin: String
    let amount: Int64
    let reservedAt: String
    let expiresAt: Nullable<String>

    init(_ open: OpenReservation, in environment: StoreEnvironment) {
      self.environment = environment
      reservation = open.key.rawValue
      coin = open.coin.rawValue
      amount = open.amount
      reservedAt = open.reservedAt.description
      expiresAt = Nullable(open.expiresAt?.description)
    }
  }

  /// - Parameters:
  ///   - pages: those of the wallets of each environment.
  ///   - known: false if no write ever named the account; nil otherwise.
  init(
    _ pages: [WalletPage], _ entries: [WalletEntryBody], next: WalletCursor?, account: AccountID,
    known: Bool?, at moment: Instant, position: String
  ) {
    self.account = account.rawValue
    self.known = known
    at = moment.description
    self.position = position
    balances = pages.flatMap { page in
      page.balances.map { Balance($0, in: page.environment) }
    }
    self.entries = entries
    reservations = pages.flatMap { page in
      page.reservations.map { Reservation($0, in: page.environment) }
    }
    self.next = Nullable(next?.description)
  }

  /// The wallet without the moment and the position of the answer.
  var content: WalletBody {
    var content = self
    (content.at, content.position) = ("", "")
    return content
  }
}
