import Foundation

/// The ledger as a game asks it, each question until somebody answers.
struct GameServer: Sendable {
  private static let pageMax = 500
  private static let patience = Duration.seconds(1_200)

  let client: FleetClient
  private let key: String

  init(_ client: FleetClient, key: String) {
    self.client = client
    self.key = key
  }

  /// What became of a posted transaction.
  struct Receipt: Decodable, Sendable {
    struct Item: Decodable, Sendable {
      let transactionId: String?
      let state: String
      let reason: String?
      let finish: Bool
    }

    let id: String
    let state: String
    let transactions: [Item]
  }

  /// The ledger must take it; whether it may be finished already is in the receipt.
  func post(_ sale: CoinSale, for player: String) async throws -> Receipt {
    let reply = try await client.post("/v1/transactions", Self.body(of: sale, for: player))
    let receipt = try reply.decode(Receipt.self)
    guard receipt.transactions.count == 1, receipt.transactions[0].reason == nil,
      reply.status == (receipt.state == "pending" ? 202 : 200)
    else { throw BrokenTrial("a transaction was answered \(reply.status): \(reply.body)") }
    return receipt
  }

  func receipt(_ id: String) async throws -> Receipt {
    let reply = try await client.get("/v1/receipts/\(id)")
    guard reply.status == 200 else {
      throw BrokenTrial("receipt \(id) was answered \(reply.status): \(reply.body)")
    }
    return try reply.decode(Receipt.self)
  }

  /// Works off what waits of a player who has come back.
  func resume(_ player: String) async throws {
    let reply = try await client.post("/v1/accounts/\(player)/resume", "")
    guard reply.status == 200 else {
      throw BrokenTrial("a login was answered \(reply.status): \(reply.body)")
    }
  }

  /// How much is owed but posts that did not verify; a thousand at most are counted.
  func owed() async throws -> Int {
    struct Page: Decodable {
      struct Errand: Decodable { let kind: String }
      let errands: [Errand]
    }
    let reply = try await client.get("/v1/outbox?state=owed&limit=1000")
    guard reply.status == 200 else {
      throw BrokenTrial("what is owed was answered \(reply.status): \(reply.body)")
    }
    return try reply.decode(Page.self).errands.count { $0.kind != "post" }
  }

  /// Apple is asked politely, and left alone for a while after each failure.
  func waitUntilNothingIsOwed() async throws {
    try await Patience.wait(for: "all that is owed to be done", atMost: Self.patience) {
      try await owed() == 0
    }
  }

  func pendingGrants(of player: String) async throws -> [ListedGrant] {
    try await grants("state=pending&account=\(player)")
  }

  func allGrants() async throws -> [ListedGrant] { try await grants(nil) }

  /// What is answered. A grant that was listed may be gone from the list for a moment, with a PostgreSQL
  /// that forgot what it can take in again: then it is asked for again.
  func acknowledge(_ grant: String) async throws -> String {
    var reply = Reply(status: 0, body: "")
    try await Patience.wait(for: "the acknowledgement of \(grant)") {
      reply = try await client.post("/v1/grants/\(grant)/acknowledge", "")
      return reply.status != 404
    }
    guard reply.status == 200 else {
      throw BrokenTrial("acknowledging \(grant) was answered \(reply.status): \(reply.body)")
    }
    return reply.body
  }

  private func grants(_ filter: String?) async throws -> [ListedGrant] {
    struct Page: Decodable { let grants: [ListedGrant], next: String? }
    var (grants, after) = ([ListedGrant](), nil as String?)
    repeat {
      let query = [filter, "limit=\(Self.pageMax)", after.map { "after=\($0)" }].compactMap(\.self)
      let page = try await client.get("/v1/grants?" + query.joined(separator: "&"))
        .decode(Page.self)
      grants += page.grants
      after = page.next
    } while after != nil
    return grants
  }
}

/// The same requests, whose answer the game will never see.
extension GameServer {
  func lostPost(_ sale: CoinSale, for player: String) -> LostRequest {
    LostRequest("/v1/transactions", body: Self.body(of: sale, for: player), key: key)
  }

  func lostList(of player: String) -> LostRequest {
    LostRequest("/v1/grants?state=pending&account=\(player)", body: nil, key: key)
  }

  func lostAcknowledgement(of grant: String) -> LostRequest {
    LostRequest("/v1/grants/\(grant)/acknowledge", body: "", key: key)
  }

  private static func body(of sale: CoinSale, for player: String) -> String {
    #"{"account":"\#(player)","signedTransactions":["\#(sale.signedTransaction)"]}"#
  }
}
