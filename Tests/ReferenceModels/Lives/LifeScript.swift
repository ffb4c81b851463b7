import AppStoreSimulator
import Ledger

/// The true events of one life: chains of one customer, sometimes of a second, and the terms of the
/// store around them.
struct LifeScript {
  var random: SplitMix64
  /// The random numbers for purchases of the app itself, which so change nothing else in a life.
  var appRandom: SplitMix64
  var settings = ModelSettings()
  var terms = ModelTerm.standard
  var programs: [ProgramEntered] = []
  var catalogs: [CatalogPublished] = []
  var taxes: [TaxesPublished] = []
  var prices: [PricesPublished] = []
  var chains: [ChainScript] = []
  var purchases: [AppleTransaction] = []
  /// The customer of each chain, if Apple ever names one.
  var customers: [ChainID: AppTransactionID] = [:]
  /// The moment from which copies name the customer.
  var namedFrom: Int64 = 0
  var ways: Set<LifeEvent> = []
  static let app: BundleID = "com.example.game"
  static let otherApp: BundleID = "com.example.other"
  private static let firstDay: Int64 = 1_577_836_800_000  // 2020-01-01

  init(seed: UInt64, number: Int) {
    random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
    appRandom = SplitMix64(seed: ~seed &* 0x9E37_79B9 &+ UInt64(number))
    random = SplitMix64(seed: random.next())
  }

  mutating func write() {
    if random.chance(6) { chooseSettings() }
    let start = chooseStart()
    addChain(
      "1", in: "gold", from: start, ownership: random.chance(20) ? .familyShared : .purchased)
    if random.chance(4) { addSecondChain(from: start) }
    if random.chance(6) { addStranger(from: start) }
    if random.chance(8) { addMigratedChain() }
    if random.chance(6) { addOtherApp(from: start) }
    if random.chance(4) { addOneTimePurchase(from: start) }
    nameCustomers(from: start)
    if random.chance(3) { enterPrograms(from: start) }
    if random.chance(3) { addTerms(from: start) }
    if random.chance(2) { publishCatalogs(from: start) }
    for index in chains.indices where random.chance(5) { tellTwice(inChain: index) }
    if random.chance(3) { publishTaxes(from: start) }
    if appRandom.chance(3) { buyApps(from: start) }
    for chain in chains { ways.formUnion(chain.ways) }
  }

  private mutating func tellTwice(inChain number: Int) {
    let periods = chains[number].transactions
    let index = Int(random.number(0...Int64(periods.count - 1)))
    var period = periods[index]
    let isUpgraded = periods.contains { $0.upgradedAt != nil }
    let copy = period.copied(by: &random, mayBeUntold: !isUpgraded)
    chains[number].transactions[index] = period
    chains[number].transactions.append(copy)
    ways.insert(.periodToldTwice)
    if copy.lineItemToldFrom != .min { ways.insert(.lineItemToldLate) }
  }

  private mutating func chooseSettings() {
    let day = CalendarDay.length
    settings = ModelSettings(
      yearOfService: random.pick([90, 181, 364, 366]) * day,
      gapMax: random.pick([1, 10, 59, 61]) * day)
    ways.insert(.otherSettings)
  }

  /// Returns some time of 2020 to 2025, often at the end of a month.
  private mutating func chooseStart() -> Int64 {
    let day = Self.firstDay + random.number(0...2_190) * CalendarDay.length
    let time = random.pick([0, random.number(0...CalendarDay.length - 1)])
    let date = CalendarDay(of: day)
    guard random.chance(3) else { return day + time }
    return CalendarDay(year: date.year, month: date.month, day: 31).start + time
  }

  private mutating func addChain(
    _ name: String, of app: BundleID = Self.app, in group: SubscriptionGroupID, from start: Int64,
    ownership: Ownership = .purchased, replacing previous: OriginalTransactionID? = nil
  ) {
    var script = ChainScript(
      random: SplitMix64(seed: random.next()),
      chain: ChainID(app, .production, OriginalTransactionID(name)), group: group,
      ownership: ownership, gapMax: settings.gapMax, calmness: random.pick([40, 70, 90, 97]),
      keepsAnniversary: !random.chance(3), country: random.pick(Country.all))
    script.previous = previous
    script.live(from: start, for: Int(random.pick([1, 2, 3, 4, 6, 8, 15])))
    chains.append(script)
  }

  /// Adds a chain of the same customer: in the same group, as after a move, or in another.
  private mutating func addSecondChain(from start: Int64) {
    let isSameGroup = random.chance(2)
    let later = start + random.number(0...500) * CalendarDay.length + random.number(0...999)
    addChain("2", in: isSameGroup ? "gold" : "silver", from: later)
    ways.insert(isSameGroup ? .twoChains : .twoGroups)
  }

  private mutating func addStranger(from start: Int64) {
    addChain("3", in: "gold", from: start + random.number(0...90_000_000_000))
    ways.insert(.twoCustomers)
  }

  /// Adds a chain that replaced the first one, as after a migration to Apple's Advanced Commerce.
  private mutating func addMigratedChain() {
    let end = chains[0].latest.extendedEnd
    let later = end + random.pick([0, 0, random.number(0...80 * CalendarDay.length)])
    addChain(
      "4", in: "gold", from: later, replacing: chains[0].chain.originalTransactionID)
    ways.insert(.migration)
  }

  /// Adds a chain of another app with the same numbers, products and customer.
  private mutating func addOtherApp(from start: Int64) {
    addChain(
      "1", of: Self.otherApp, in: "gold", from: start + random.number(0...300) * CalendarDay.length)
    ways.insert(.twoApps)
  }

  private mutating func nameCustomers(from start: Int64) {
    switch random.number(0...3) {
    case 0:
      _ = ways.insert(.appTransactionIDNever)
      return
    case 1:
      namedFrom = start + random.number(0...60_000_000_000)
      ways.insert(.appTransactionIDLate)
    default: ways.insert(.appTransactionIDAlways)
    }
    for script in chains {
      customers[script.chain] = script.chain.originalTransactionID == "3" ? "stranger" : "customer"
    }
  }

  var boundaries: [Int64] {
    let transactions = chains.flatMap(\.transactions)
    let ends = transactions.flatMap { [$0.end, $0.extendedEnd] + $0.changes }
    return transactions.map(\.start) + ends + ends.map { $0 + settings.gapMax }
      + chains.flatMap(\.renewals).compactMap(\.grace)
  }
}
