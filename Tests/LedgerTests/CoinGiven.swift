import Ledger
import TestSupport

let gem: Coin = "gem"
let game: BundleID = "com.example.game"
let player = AccountReference(.production, game, "player")
let bert = AccountReference(.production, game, "bert")
let carl = AccountReference(.production, game, "carl")

func gems(_ amount: Int64, product: ProductID = "gems") -> CatalogProduct {
  CatalogProduct(product, type: .consumable, grants: [ProductGrant(gem, amount)])
}

func goldMonthly(
  _ amount: Int64, duringTrial: Bool = false, onUpgrade: UpgradeRule? = nil
) -> CatalogProduct {
  CatalogProduct(
    "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold", level: 1,
    period: .months(1),
    grants: [ProductGrant(gem, amount, duringTrial: duringTrial, onUpgrade: onUpgrade)])
}

extension Catalogs {
  /// Creates catalogs published one after the other, each from its day on.
  init(_ published: [(from: Double, products: [CatalogProduct])]) throws {
    self.init()
    for (index, entry) in published.enumerated() {
      publish(
        CatalogPublished(
          bundleID: game, catalog: try Catalog(entry.products), validFrom: day(entry.from),
          publishedAt: day(Double(index))))
    }
  }

  init(_ products: CatalogProduct...) throws {
    try self.init([(-1_000, products)])
  }

  /// Creates a catalog with one subscription of this length.
  init(_ product: ProductID, every period: BillingPeriod?) throws {
    try self.init(
      CatalogProduct(
        product, type: .autoRenewable, subscriptionGroupID: "gold", period: period))
  }
}

extension GrantBook {
  /// Returns the grants due if everything is granted here.
  func due(by catalogs: Catalogs, decidedAt: Instant) -> [GrantMade] {
    due(by: GrantTerms(catalogs), decidedAt: decidedAt)
  }

  func unpriced(by catalogs: Catalogs) -> [TransactionID] {
    unpriced(by: GrantTerms(catalogs))
  }
}

extension Given {
  /// Creates the one chain of a consumable, as every purchase of one has its own.
  init(consumable id: OriginalTransactionID) {
    self.init(chain: ChainID(.production, id), product: "gems", type: .consumable, group: nil)
  }

  mutating func boughtGems(
    _ id: TransactionID = "1000", on number: Double = 0, quantity: Int32 = 1,
    ownership: Ownership = .purchased, revocation: Asserted<Revocation> = .absent,
    said: Double? = nil, trust: Trust = .signed
  ) {
    var purchase = Purchase(
      productID: product, type: type, purchaseDate: day(number), ownership: ownership)
    purchase.quantity = quantity
    record(
      .chain(
        .transactionObserved(
          TransactionFact(
            chain: chain, transactionID: id, purchase: purchase,
            expiresDate: .absent, isUpgraded: nil, revocation: revocation, trust: trust,
            assertedAt: day(said ?? number)))))
  }

  mutating func owned(by account: AccountReference = player, on number: Double = 0) {
    record(
      .chain(
        .chainOwned(
          ChainOwned(chain: chain, account: account, decidedAt: day(number)))))
  }

  mutating func changed(to owners: [AccountReference], on number: Double) {
    record(
      .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: chain, owners: owners, account: bert, cause: .transferred,
            rules: nil, decidedAt: day(number)))))
  }

  /// Adds an operator's decision that a grant of the player's is Bert's.
  mutating func moved(_ grant: GrantMade, on number: Double) {
    record(
      .chain(
        .grantAssigned(
          GrantAssigned(
            of: grant, to: bert, from: player, cause: .moved, number: 1, author: "kim",
            reason: "lost phone", decidedAt: day(number)))))
  }

  var book: GrantBook { book(of: events) }

  func book(of events: [RecordedEvent]) -> GrantBook {
    var book = GrantBook(chain)
    for event in events { book.record(event) }
    return book
  }

  /// Makes the grants due, as the granter of this chain does.
  mutating func grant(by catalogs: Catalogs, on number: Double = 500) {
    for grant in book.due(by: catalogs, decidedAt: day(number)) {
      record(.chain(.grantMade(grant)))
    }
  }
}

func partialRefund(
  _ percentage: Int32?, on number: Double, type: String = "REFUND_PRORATED"
) -> Asserted<Revocation> {
  .present(Revocation(date: day(number), reason: 0, type: type, percentage: percentage))
}

extension Wallet {
  init() {
    self.init(of: player, in: game, environment: .production)
  }

  /// Decides a command, and books it if it is accepted.
  @discardableResult
  mutating func perform(_ command: WalletCommand, on number: Double = 0) -> WalletDecision {
    let decision = decide(command, at: day(number))
    if case .accepted(let moved) = decision { evolve(moved) }
    return decision
  }

  @discardableResult
  mutating func perform(
    _ action: WalletCommand.Action, key: IdempotencyKey, reference: String? = nil
  ) -> WalletDecision {
    perform(WalletCommand(action, key: key, reference: reference))
  }

  /// Follows each grant as far as possible.
  mutating func follow(_ statuses: [GrantStatus], on number: Double = 0) {
    for status in statuses where !hasFollowed(status) {
      while case .accepted(let moved) = decide(on: status, at: day(number)) { evolve(moved) }
    }
  }

  func balance(_ coin: Coin = gem) -> Int64 { available(coin) }

  /// Returns the sum over all accounts of the ledger.
  func total(_ coin: Coin = gem) -> Int128 {
    CoinAccount.allCases.reduce(0) { $0 + sum(of: $1, in: coin) }
  }
}
