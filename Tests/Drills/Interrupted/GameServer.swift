import Foundation

/// The ledger as a game asks it; each request is repeated until one ledger answers.
struct GameServer: Sendable {
  private static let pageMax = 500
  private static let patience = Duration.seconds(1_200)

  let client: FleetClient
  private let key: String

  init(_ client: FleetClient, key: String) {
    self.client = client
    self.key = key
  }

  /// The receipt of a posted transaction.
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

  /// Posts a sale, which the ledger must accept. The receipt says whether the transaction may be
  /// finished already.
  func post(_ sale: CoinSale, for player: String) async throws -> Receipt {
    let reply = try await client.post("/v1/transactions", Self.body(of: sale, for: player))
    let receipt = try reply.decode(Receipt.self)
    guard receipt.transactions.count == 1, receipt.transactions[0].reason == nil,
      reply.status == 202 || (receipt.state != "pending" && reply.status == 200)
    else { throw BrokenDrill("a transaction was answered \(reply.status): \(reply.body)") }
    return receipt
  }

  func receipt(_ id: String) async throws -> Receipt {
    let reply = try await client.get("/v1/receipts/\(id)")
    guard [200, 202].contains(reply.status) else {
      throw BrokenDrill("receipt \(id) was answered \(reply.status): \(reply.body)")
    }
    return try reply.decode(Receipt.self)
  }

  /// Resumes the waiting posts of a player who has come back.
  func resume(_ player: String) async throws {
    let reply = try await client.post("/v1/accounts/\(player)/resume", "")
    guard reply.status == 200 else {
      throw BrokenDrill("a login was answered \(reply.status): \(reply.body)")
    }
  }

  /// Returns the number of pending jobs, apart from posts that did not verify; at most a thousand
  /// are counted.
  func pendingCount() async throws -> Int {
    struct Page: Decodable {
      struct Job: Decodable { let kind: String }
      let jobs: [Job]
    }
    let reply = try await client.get("/v1/outbox?state=owed&limit=1000")
    guard reply.status == 200 else {
      throw BrokenDrill("the pending jobs were answered \(reply.status): \(reply.body)")
    }
    return try reply.decode(Page.self).jobs.count { $0.kind != "post" }
  }

  /// Waits until no job is pending. This takes long: the ledger asks Apple politely, and pauses
  /// after each failure.
  func waitUntilNothingIsPending() async throws {
    try await Patience.wait(for: "all pending jobs to be done", atMost: Self.patience) {
      try await pendingCount() == 0
    }
  }

  func pendingGrants(of player: String) async throws -> [ListedGrant] {
    try await grants("state=pending&account=\(player)")
  }

  func allGrants() async throws -> [ListedGrant] { try await grants(nil) }

  /// Acknowledges a grant and returns the answer. A listed grant may be gone from the list for a
  /// moment, after PostgreSQL forgot what the ledger can ingest again; then the request is
  /// repeated.
  func acknowledge(_ grant: String) async throws -> String {
    var reply = Reply(status: 0, body: "")
    try await Patience.wait(for: "the acknowledgement of \(grant)") {
      reply = try await client.post("/v1/grants/\(grant)/acknowledge", "")
      return reply.status != 404
    }
    guard reply.status == 200 else {
      throw BrokenDrill("acknowledging \(grant) was answered \(reply.status): \(reply.body)")
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

/// Requests whose answer the game will never see.
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
