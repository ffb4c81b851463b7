import AppStoreSimulator
import Foundation

/// A game of years ago and its shop, which tell a ledger of what the customers of a store bought.
struct OldGame: Sendable {
  let mix: SourceMix
  let ledger: FleetClient
  let process: LedgerProcess
  let store: FleetClient
  let sharedSecret: String

  /// Lets every customer open the game.
  /// - Parameter round: the number of the round, by which a mixture chooses its sources.
  func open(_ world: World, round: Int) async throws {
    var answers = ""
    for (number, customer) in world.customers.enumerated() {
      switch mix {
      case .signed: try await postTransactions(of: customer)
      case .receipts, .verified, .versionOne: try await postReceipt(of: customer)
      case .flat: try await postReceipt(of: customer, digest: "sha1")
      case .secretOnly, .confirmed:
        answers += try await verifiedReceipt(of: customer)
      case .mixture:
        answers += try await verifiedReceipt(of: customer)
        if (round + number).isMultiple(of: 2) {
          try await postReceipt(of: customer)
        } else {
          try await postTransactions(of: customer)
        }
      }
    }
    try await ingest(answers, round)
    guard !mix.trustsReceipts else { return }
    for customer in world.customers { try await linkChains(of: customer, in: world) }
  }

  /// Returns once the ledger has asked Apple everything that it wanted to.
  func waitForApple() async throws {
    var jobs: [Jobs.Job] = []
    do {
      try await Patience.wait(for: "all pending jobs to be done") {
        jobs = try await ledger.get("/v1/outbox?state=owed&limit=1000").decode(Jobs.self).jobs
        return jobs.isEmpty
      }
    } catch let broken as BrokenDrill {
      throw BrokenDrill("\(mix): \(broken): \(jobs.prefix(3))")
    }
  }

  private func postTransactions(of customer: StoreCustomer) async throws {
    let copies = try await store.get("/control/customers/\(customer.name)/transactions")
      .decode(Copies.self).signedTransactions
    guard !copies.isEmpty else { return }
    try await post("transactions", Post(account: customer.account, signedTransactions: copies))
  }

  private func postReceipt(of customer: StoreCustomer, digest: String = "sha256") async throws {
    try await post(
      "receipts",
      Post(account: customer.account, receipt: try await receipt(of: customer, digest)))
  }

  /// Posts and expects that nothing is rejected or waits.
  private func post(_ route: String, _ body: Post) async throws {
    let reply = try await ledger.post("/v1/\(route)", try Self.json(body))
    let state = try reply.decode(State.self).state
    guard state == "settled", reply.status == 200 || reply.status == 202 else {
      throw BrokenDrill("a post to \(route) was answered \(reply.status): \(reply.body)")
    }
  }

  private func receipt(of customer: StoreCustomer, _ digest: String) async throws -> String {
    try await store.get("/control/customers/\(customer.name)/receipt?digest=\(digest)")
      .decode(Receipt.self).receipt
  }

  /// Returns the answer of verifyReceipt about a customer's receipt, as a line.
  private func verifiedReceipt(of customer: StoreCustomer) async throws -> String {
    let question = Question(
      receiptData: try await receipt(of: customer, "sha256"), password: sharedSecret)
    let reply = try await store.post("/verifyReceipt", try Self.json(question))
    guard reply.status == 200, try reply.decode(Verdict.self).status == 0 else {
      throw BrokenDrill("verifyReceipt answered \(reply.status): \(reply.body)")
    }
    return reply.body.replacing("\n", with: " ") + "\n"
  }

  private func ingest(_ lines: String, _ round: Int) async throws {
    guard !lines.isEmpty else { return }
    let file = process.home.appending(path: "answers-\(round).jsonl")
    try Data(lines.utf8).write(to: file)
    try await process.command("ingest", file.path)
  }

  /// Links what no post gives an owner: the shop knows the chains by heart.
  private func linkChains(of customer: StoreCustomer, in world: World) async throws {
    let chains = Set(
      customer.transactions.map { world.transactions[$0].content.originalTransactionId })
    for chain in chains {
      let reply = try await ledger.post(
        "/v1/accounts/\(customer.account)/purchases", "{\"originalTransactionId\":\"\(chain)\"}")
      guard reply.status == 200 else {
        throw BrokenDrill("a link was answered \(reply.status): \(reply.body)")
      }
    }
  }

  private static func json(_ body: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
  }

  private struct Post: Encodable {
    let account: String
    var signedTransactions: [String]?
    var receipt: String?
  }

  private struct Question: Encodable {
    let receiptData: String
    let password: String

    enum CodingKeys: String, CodingKey {
      case receiptData = "receipt-data"
      case password
    }
  }

  private struct Jobs: Decodable {
    struct Job: Decodable { let kind: String, lastReason: String?, attempts: Int? }
    let jobs: [Job]
  }

  private struct State: Decodable { let state: String }
  private struct Receipt: Decodable { let receipt: String }
  private struct Verdict: Decodable { let status: Int }
  private struct Copies: Decodable { let signedTransactions: [String] }
}
