import AppStoreSimulator

/// A collection of attempts, each with its place in the order.
struct CoinScript {
  private struct Line {
    let attempt: CoinAttempt
    /// The place in the order, from 0 to 1.
    let place: Double
  }

  private let customers: [CoinCustomer]
  private var lines: [Line] = []
  /// The requests of wallets, each reservation before those that settle it.
  private(set) var asks: [WalletCall] = []

  init(customers: [CoinCustomer]) {
    self.customers = customers
  }

  /// Adds every notification of a purchase, some of them repeatedly and in any order, and
  /// acknowledgements of its grants.
  ///
  /// - Parameter sayings: the number of notifications before this purchase.
  mutating func tell(
    of purchase: CoinPurchase, sayings: inout Int, _ random: inout SplitMix64
  ) {
    for saying in sayings..<sayings + purchase.sayingCount {
      // Most refunds come after the coins were spent.
      let isLate = saying > sayings && Int.random(in: 0..<3, using: &random) > 0
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Double.random(in: (isLate ? 0.6 : 0)..<1, using: &random)
        let isPosted = Bool.random(using: &random)
        let attempt = isPosted ? CoinAttempt.post(saying: saying) : .notify(saying: saying)
        lines.append(Line(attempt: attempt, place: place))
      }
    }
    sayings += purchase.sayingCount
    let account = purchase.customer.name
    if purchase.customer.registers { add(.register(purchase.customer), &random) }
    for _ in 0..<2 {
      let pick = Int.random(in: 0..<1_000, using: &random)
      add(.acknowledge(account: account, pick: pick), &random)
    }
    add(.read(account: account), &random)
    add(.keepUp, &random)
  }

  /// Adds requests for coins, on the whole for more than there are.
  mutating func spend(_ random: inout SplitMix64) {
    let account = customers[Int.random(in: 0..<customers.count, using: &random)].name
    for _ in 0..<3 {
      let amount = Int64.random(in: 1...200, using: &random)
      ask(
        account, .spend(coin: coin(&random), amount: amount), at: .random(in: 0..<1, using: &random)
      )
    }
    let begun = Double.random(in: 0..<1, using: &random)
    let amount = Int64.random(in: 1...150, using: &random)
    let reservation = ask(account, .reserve(coin: coin(&random), amount: amount), at: begun)
    let settles: [[WalletCall.Verb]] = [
      [], [.commit(reservation: reservation)], [.cancel(reservation: reservation)],
      [.commit(reservation: reservation), .cancel(reservation: reservation)],
    ]
    for verb in settles[Int.random(in: 0..<settles.count, using: &random)] {
      ask(account, verb, at: .random(in: begun..<1, using: &random))
    }
  }

  /// Returns all attempts in their order. Further ones up to `count` repeat some of these at the
  /// same time.
  func attempts(_ count: Int, _ random: inout SplitMix64) -> [CoinAttempt] {
    let ordered = lines.sorted { $0.place < $1.place }.map(\.attempt)
    var times = ordered.map { _ in 1 }
    for _ in 0..<max(0, count - ordered.count) {
      times[Int.random(in: 0..<times.count, using: &random)] += 1
    }
    return zip(ordered, times).flatMap { Array(repeating: $0, count: $1) }
  }

  @discardableResult
  private mutating func ask(_ account: String, _ verb: WalletCall.Verb, at place: Double) -> String
  {
    let ask = WalletCall(account: account, key: "order-\(asks.count)", verb: verb)
    asks.append(ask)
    lines.append(Line(attempt: .ask(ask), place: place))
    return ask.key
  }

  private mutating func add(_ attempt: CoinAttempt, _ random: inout SplitMix64) {
    lines.append(Line(attempt: attempt, place: .random(in: 0..<1, using: &random)))
  }

  private func coin(_ random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: CoinProduct.kept
    case 1..<5: "dust"
    default: "gem"
    }
  }
}
