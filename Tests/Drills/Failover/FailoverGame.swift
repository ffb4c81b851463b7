import Foundation

/// Apple and a game that go on through a failover: every notification is told until it is
/// acknowledged, and coins are spent that may not be there any more.
struct FailoverGame: Sendable {
  private static let spendsInARound = 12

  private let client: FleetClient
  private let shop: FailoverShop
  private let counts = Counts()

  init(_ client: FleetClient, _ shop: FailoverShop) {
    self.client = client
    self.shop = shop
  }

  /// Tells of purchases, several at once.
  func tell(_ purchases: Range<Int>) async throws {
    _ = try await Array(purchases).each(atOnce: 8) { number in
      let body = shop.store.sayings[number].notification
      let reply = try await client.post("/v1/apple/notifications", body)
      guard reply.status == 200 else {
        throw BrokenDrill("a notification was answered \(reply.status): \(reply.body)")
      }
      try await own(number)
    }
  }

  /// Names the owner of a purchase, as the game does that posts it.
  private func own(_ number: Int) async throws {
    let account = FailoverShop.customer(of: number).name
    let body = """
      {"account":"\(account)","signedTransactions":["\(shop.store.sayings[number].transaction)"]}
      """
    let reply = try await client.post("/v1/transactions", body)
    guard [200, 202].contains(reply.status) else {
      throw BrokenDrill("a transaction was answered \(reply.status): \(reply.body)")
    }
  }

  /// Tells the purchases of a round again and spends, while the servers change places.
  func keepOn(_ purchases: Range<Int>) async throws {
    for round in 0..<3 {
      try await tell(purchases)
      try await spend(1_000_000 + purchases.lowerBound * 10 + round)
    }
  }

  /// Spends more coins than the players got in one round, under keys of their own.
  func spend(_ round: Int) async throws {
    _ = try await Array(0..<Self.spendsInARound).each(atOnce: 8) { number in
      let account = FailoverShop.customer(of: number).name
      let call = WalletCall(
        account: account, key: "spend-\(round)-\(number)", verb: .spend(coin: "gem", amount: 9))
      let reply = try await client.post(call.path, call.body, key: call.key)
      guard reply.status == 200 || call.rejections.contains(reply.problem ?? "") else {
        throw BrokenDrill("\(call.key) was answered \(reply.status): \(reply.body)")
      }
      await counts.add(isBooked: reply.status == 200)
    }
  }

  /// Throws unless every purchase has its own product, and no wallet was ever overdrawn.
  func check(_ report: inout FailoverDrill.Report) async throws {
    for (number, product) in shop.products.enumerated() {
      let id = shop.store.sayings[number].purchase.transactionID
      let reply = try await client.get("/v1/purchases/\(id)")
      guard reply.status == 200, reply.body.contains(#""productId":"\#(product.id)""#) else {
        throw BrokenDrill("\(id) was sold as \(product.id), and is \(reply.body)")
      }
    }
    report.purchases = shop.products.count
    for account in Set(shop.products.indices.map { FailoverShop.customer(of: $0).name }) {
      try await checkWallet(of: account)
    }
    (report.spends, report.rejectedSpends) = await (counts.booked, counts.rejected)
  }

  private func checkWallet(of account: String) async throws {
    let servers = GameServers(client, sayings: [])
    let wallet = try await servers.wallet(of: account)
    let entries = wallet.entries.sorted { $0.number < $1.number }
    let credits = entries.filter { $0.kind == .credited }
    let owned = shop.products.indices.filter { FailoverShop.customer(of: $0).name == account }
    guard credits.count == owned.count, Set(credits.map(\.grant)).count == owned.count else {
      throw BrokenDrill("\(account) has \(credits.count) credits of \(owned.count)")
    }
    let spends = entries.filter { $0.kind == .spent }
    guard spends.allSatisfy({ $0.balance >= 0 }),
      Set(spends.map(\.idempotencyKey)).count == spends.count
    else { throw BrokenDrill("\(account) was overdrawn, or spent under one key twice") }
    let sum = entries.map(\.change).reduce(0, +)
    guard wallet.balance(of: "gem") == sum else {
      throw BrokenDrill("\(account) has \(wallet.balance(of: "gem")), and its entries make \(sum)")
    }
  }

  private actor Counts {
    private(set) var booked = 0
    private(set) var rejected = 0

    func add(isBooked: Bool) {
      if isBooked { booked += 1 } else { rejected += 1 }
    }
  }
}
