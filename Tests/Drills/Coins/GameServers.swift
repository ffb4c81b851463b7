import Foundation

/// The servers of a game and of Apple, which carry out attempts and check every answer against
/// earlier ones.
actor GameServers {
  nonisolated let client: FleetClient
  nonisolated let keptCoins: KeptCoins
  private let sayings: [Saying]
  private(set) var book: AnswerBook
  /// The notifications that were acknowledged to Apple.
  private var acknowledged: Set<Int> = []

  init(_ client: FleetClient, sayings: [Saying], book: AnswerBook = AnswerBook()) {
    self.book = book
    self.client = client
    keptCoins = KeptCoins(client)
    self.sayings = sayings
  }

  nonisolated func carryOut(_ attempt: CoinAttempt) async throws {
    switch attempt {
    case .notify(let saying): try await notify(saying)
    case .post(let saying): try await post(saying)
    case .register(let customer): try await register(customer)
    case .acknowledge(let account, let pick): try await acknowledge(in: account, pick)
    case .keepUp: try await keptCoins.keepUp()
    case .ask(let ask): _ = try await self.ask(ask)
    case .read(let account): _ = try await wallet(of: account)
    }
  }

  func notify(_ saying: Int) async throws {
    let wasAcknowledged = acknowledged.contains(saying)
    struct Receipt: Decodable { let recorded: Bool, duplicate: Bool }
    let reply = try await client.post("/v1/apple/notifications", sayings[saying].notification)
    guard reply.status == 200, case let receipt = try reply.decode(Receipt.self), receipt.recorded
    else { throw BrokenDrill("a notification was answered \(reply.status): \(reply.body)") }
    if wasAcknowledged, !receipt.duplicate {
      throw BrokenDrill("notification \(saying) was acknowledged, and is not known")
    }
    acknowledged.insert(saying)
  }

  func post(_ saying: Int) async throws {
    struct Answer: Decodable {
      struct Item: Decodable {
        let transactionId: String?, state: String, reason: String?, finish: Bool
      }
      let transactions: [Item]
    }
    let purchase = sayings[saying].purchase
    try await register(purchase.customer)
    let body = """
      {"account":"\(purchase.customer.name)",\
      "signedTransactions":["\(sayings[saying].transaction)"]}
      """
    let reply = try await client.post("/v1/transactions", body)
    // 202 says that the grants are late, which happens while servers are killed.
    let items = [200, 202].contains(reply.status) ? try reply.decode(Answer.self).transactions : []
    guard items.count == 1, items[0].finish, items[0].reason == nil, items[0].state == "settled",
      items[0].transactionId == purchase.transactionID
    else { throw BrokenDrill("a transaction was answered \(reply.status): \(reply.body)") }
  }

  private func register(_ customer: CoinCustomer) async throws {
    guard let token = customer.token else { return }
    let reply = try await client.post(
      "/v1/accounts/\(customer.name)/tokens", #"{"appAccountToken":"\#(token)"}"#)
    guard reply.status == 200 else {
      throw BrokenDrill("a token was answered \(reply.status): \(reply.body)")
    }
  }

  private func acknowledge(in account: String, _ pick: Int) async throws {
    let grants = try await self.grants(of: account).filter { $0.coin != CoinProduct.kept }
    guard !grants.isEmpty else { return }
    try await acknowledge(grants[pick % grants.count].id)
  }

  /// Acknowledges a grant. A listed grant may be gone from the list for a moment, after PostgreSQL
  /// forgot what the ledger can ingest again; then the request is repeated.
  func acknowledge(_ grant: String) async throws {
    let deadline = ContinuousClock.now + Patience.longest
    while true {
      let reply = try await client.post("/v1/grants/\(grant)/acknowledge", "")
      guard reply.status == 404, ContinuousClock.now < deadline else {
        return try book.take(reply, toAcknowledging: grant)
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Sends a request of a wallet and returns the checked answer.
  func ask(_ ask: WalletCall) async throws -> Reply {
    let known = book.knowledge(of: ask)
    let reply = try await client.post(ask.path, ask.body, key: ask.key)
    try book.take(reply, to: ask, knowing: known)
    return reply
  }
}

/// Reads that come in pages.
extension GameServers {
  private static let pageMax = 500

  /// Returns a wallet with all its entries, while others go on changing it.
  func wallet(of account: String) async throws -> WalletReading {
    struct Page: Decodable {
      let balances: [CoinStatus], entries: [WalletEntry], next: String?
    }
    var (reading, after) = (nil as WalletReading?, "")
    while true {
      let reply = try await client.get(
        "/v1/accounts/\(account)/wallet?limit=\(Self.pageMax)\(after)")
      let page = try reply.decode(Page.self)
      for entry in page.entries { try book.take(entry, of: account) }
      var whole = reading ?? WalletReading(balances: page.balances, entries: [])
      whole.entries += page.entries
      reading = whole
      guard let next = page.next else { return whole }
      after = "&after=\(next)"
    }
  }

  /// Returns the grants of an account, or of all accounts.
  func grants(of account: String?) async throws -> [ListedGrant] {
    struct Page: Decodable { let grants: [ListedGrant], next: String? }
    let filter = account.map { "&account=\($0)" } ?? ""
    var (grants, after) = ([ListedGrant](), "")
    while true {
      let reply = try await client.get("/v1/grants?limit=\(Self.pageMax)\(filter)\(after)")
      let page = try reply.decode(Page.self)
      for grant in page.grants { try book.take(grant) }
      grants += page.grants
      guard let next = page.next else { return grants }
      after = "&after=\(next)"
    }
  }
}
