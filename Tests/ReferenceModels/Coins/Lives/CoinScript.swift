import AppStoreSimulator
import Ledger

/// The true purchases, catalogs and owners of one life.
struct CoinScript {
  /// A chain with all its purchases.
  struct Chain {
    let chain: ChainID
    var transactions: [AppleTransaction]
    var owners: [Owner] = []

    /// An account that claimed the chain, and the moment of the decision.
    struct Owner {
      let account: AccountReference
      let at: Int64
      var becomes = Becoming.firstOwner
    }

    enum Becoming: CaseIterable {
      /// Owner only if the chain has none.
      case firstOwner
      case onlyOwner
      case oneOfTwo
    }
  }

  static let day: Int64 = 86_400_000
  static let gems: [ProductID] = ["gems.small", "gems.big", "gems.secret"]

  var random: SplitMix64
  var chains: [Chain] = []
  /// The app in which the next purchases are made.
  private var app = CoinLife.bundleID
  var catalogs: [CatalogPublished] = []
  var cutOvers: [CutOverDeclared] = []
  var ways: Set<CoinLifeEvent> = []

  init(seed: UInt64, number: Int) {
    random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
    random = SplitMix64(seed: random.next())
  }

  mutating func write() {
    for _ in 0..<random.number(0...3) { addConsumable() }
    if random.chance(2) { addSubscription() }
    if random.chance(3) { addNonConsumable() }
    if random.chance(4) { addNonRenewing() }
    if chains.isEmpty { addConsumable() }
    if random.chance(6) { addOtherApp() }
    for index in chains.indices { chains[index].owners = owners(of: chains[index]) }
    for app in apps { publishCatalogs(of: app) }
    declareCutOvers()
  }

  /// The apps in which something was bought.
  var apps: [BundleID] { Set(chains.map(\.chain.bundleID)).sorted() }

  /// Adds purchases in another app, whose numbers and products are those of the first.
  private mutating func addOtherApp() {
    app = CoinLife.otherBundleID
    if random.chance(2) { addSubscription() } else { addConsumable() }
    if random.chance(2) { addNonConsumable() }
    app = CoinLife.bundleID
    ways.insert(.twoApps)
  }

  mutating func moment() -> Int64 {
    CoinLife.firstMoment + random.number(0...60) * Self.day + random.number(0...Self.day - 1)
  }

  var nextChain: ChainID {
    let count = chains.filter { $0.chain.bundleID == app }.count
    return ChainID(app, .production, OriginalTransactionID("\(count + 1)"))
  }

  func transaction(
    _ number: Int, of chain: ChainID, _ product: ProductID, _ type: ProductType, at start: Int64,
    end: Int64? = nil
  ) -> AppleTransaction {
    var purchase = Purchase(
      productID: product, type: type, purchaseDate: Instant(milliseconds: start))
    (purchase.price, purchase.currency) = (990, "USD")
    (purchase.storefront, purchase.storefrontID) = ("USA", "143441")
    let first = chain.originalTransactionID.rawValue
    return AppleTransaction(
      chain: chain, id: TransactionID(number == 1 ? first : "\(first)-\(number)"),
      purchase: purchase, end: end ?? start + 1)
  }

  private mutating func owners(of chain: Chain) -> [Chain.Owner] {
    let bought = chain.transactions[0].start
    let accounts = CoinLife.accounts(of: chain.chain.bundleID)
    let owner = random.pick(accounts)
    var delay = random.number(0...60_000)
    switch random.number(0...5) {
    case 0:
      ways.insert(.ownedNever)
      return []
    case 1, 2, 3: ways.insert(.ownedAtOnce)
    default:
      delay = random.number(1...80) * Self.day
      ways.insert(.ownedLate)
    }
    let first = Chain.Owner(account: owner, at: bought + delay)
    guard random.chance(4) else { return [first] }
    let other = random.pick(accounts.filter { $0 != owner })
    let later = Chain.Owner(
      account: other, at: first.at + random.number(1...20) * Self.day,
      becomes: random.pick(Chain.Becoming.allCases))
    ways.insert(later.becomes == .firstOwner ? .ownedTwice : .changedHands)
    return [first, later]
  }
}
